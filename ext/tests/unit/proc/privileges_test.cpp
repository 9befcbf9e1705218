#include "proc/privileges.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <doctest/doctest.h>
#include <functional>
#include <grp.h>
#include <pwd.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tern;
using namespace tern::proc;

namespace {

class RefusalLog final : public LogSink {
public:
    void write(LogLevel, Bytes message) override { text += message; }
    std::string text;
};

// What `check` says in a process of its own, which may lose root.
bool holds_in_child(const std::function<bool()>& check) {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(check() ? 0 : 1);
    int status = 0;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Error drop(const PrivilegeOptions& options) {
    RefusalLog lines;
    Log log(&lines, LogLevel::debug);
    return drop_privileges(options, log);
}

// Real, effective and saved.
bool has_user(uid_t uid) {
    std::array<uid_t, 3> ids{};
    return ::getresuid(&ids[0], &ids[1], &ids[2]) == 0 && ids == std::array{uid, uid, uid};
}

bool has_group(gid_t gid) {
    std::array<gid_t, 3> ids{};
    return ::getresgid(&ids[0], &ids[1], &ids[2]) == 0 && ids == std::array{gid, gid, gid};
}

bool has_only_group(gid_t gid) {
    std::array<gid_t, 64> groups{};
    const int count = ::getgroups(groups.size(), groups.data());
    return count >= 0 && std::all_of(groups.begin(), groups.begin() + count, [&](gid_t one) { return one == gid; });
}

bool is_root() { return ::geteuid() == 0; }

}  // namespace

TEST_CASE("privileges: names that the system does not know, with the name in the log") {
    RefusalLog lines;
    Log log(&lines, LogLevel::debug);
    CHECK(drop_privileges({"no-such-user", "", ""}, log) == static_cast<Error>(ENOENT));
    CHECK(lines.text.starts_with("user 'no-such-user': "));
    lines.text.clear();
    CHECK(drop_privileges({"", "no-such-group", ""}, log) == static_cast<Error>(ENOENT));
    CHECK(lines.text.starts_with("group 'no-such-group': "));
}

TEST_CASE("privileges: options that change nothing") {
    CHECK(holds_in_child([] {
        return drop({}) == Error::ok && drop({std::to_string(::getuid()), "", ""}) == Error::ok;
    }));
}

TEST_CASE("privileges: another user without root" * doctest::skip(geteuid() == 0)) {
    CHECK(holds_in_child([] { return drop({"0", "", ""}) == static_cast<Error>(EPERM); }));
}

TEST_CASE("privileges: a user by name, whose groups replace those of root, for good" * doctest::skip(geteuid() != 0)) {
    const passwd* nobody = ::getpwnam("nobody");
    REQUIRE(nobody != nullptr);
    const uid_t uid = nobody->pw_uid;
    const gid_t gid = nobody->pw_gid;
    CHECK(holds_in_child([&] {
        const gid_t of_root = 0;
        const bool dropped = ::setgroups(1, &of_root) == 0 && drop({"nobody", "", ""}) == Error::ok;
        return dropped && has_user(uid) && has_group(gid) && has_only_group(gid) && ::setuid(0) != 0 &&
               ::setgroups(0, nullptr) != 0 && drop({}) == Error::ok;
    }));
}

TEST_CASE("privileges: a number without a name, and a group of its own" * doctest::skip(geteuid() != 0)) {
    CHECK(holds_in_child([] { return drop({"54321", "", ""}) == Error::ok && has_user(54321) && has_group(54321); }));
    CHECK(holds_in_child([] {
        return drop({"54321", "54322", ""}) == Error::ok && has_user(54321) && has_group(54322) &&
               has_only_group(54322);
    }));
}

TEST_CASE("privileges: another root" * doctest::skip(geteuid() != 0)) {
    std::string folder = "/tmp/tern-privileges-XXXXXX";
    REQUIRE(::mkdtemp(folder.data()) != nullptr);
    struct stat outside {};
    REQUIRE(::stat(folder.c_str(), &outside) == 0);
    CHECK(holds_in_child([&] {
        struct stat root {};
        const bool entered = drop({"54321", "", folder}) == Error::ok && ::stat("/", &root) == 0;
        return entered && root.st_ino == outside.st_ino && ::chroot("..") != 0;
    }));
    ::rmdir(folder.c_str());
    CHECK(holds_in_child([&] { return drop({"54321", "", folder}) == static_cast<Error>(ENOENT) && is_root(); }));
}

TEST_CASE("privileges: a socket belongs to the user that serves it" * doctest::skip(geteuid() != 0)) {
    const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    struct stat status {};
    CHECK(give_socket({"", "", ""}, socket.get()) == Error::ok);
    CHECK(give_socket({"54321", "", ""}, socket.get()) == Error::ok);
    REQUIRE(::fstat(socket.get(), &status) == 0);
    CHECK(status.st_uid == 54321);
    CHECK(give_socket({"no-such-user", "", ""}, socket.get()) == static_cast<Error>(ENOENT));
}
