#include "proc/privileges.h"

#include <cstdlib>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>
#include <vector>

namespace tern::proc {

namespace {

constexpr size_t kLookupRoom = 16 * 1024;
constexpr int kMaxGroups = 4096;

struct Identity {
    std::string name;  // empty: the system does not know the user
    uid_t uid = 0;
    gid_t gid = 0;
    bool has_user = false;
    bool has_group = false;
    std::vector<gid_t> groups;
};

Error refuse(Log& log, const char* what, const std::string& name, Error error) noexcept {
    log.print(LogLevel::error, "%s '%s': %s", what, name.c_str(), describe(error));
    return error;
}

bool parse_number(const std::string& text, unsigned long& number) noexcept {
    if (text.empty() || !ascii_digit(text[0])) return false;
    char* end = nullptr;
    errno = 0;
    number = std::strtoul(text.c_str(), &end, 10);
    return errno == 0 && *end == '\0' && number < UINT32_MAX;
}

// Those of the user, with the group of the process for the user's own: as initgroups(3).
Error list_groups(Identity& identity) noexcept {
    if (identity.name.empty()) {
        identity.groups = {identity.gid};
        return Error::ok;
    }
    const char* name = identity.name.c_str();
    int count = 32;
    identity.groups.resize(static_cast<size_t>(count));
    if (getgrouplist(name, identity.gid, identity.groups.data(), &count) < 0) {
        if (count > kMaxGroups) return Error::invalid_argument;
        identity.groups.resize(static_cast<size_t>(count));
        if (getgrouplist(name, identity.gid, identity.groups.data(), &count) < 0) return Error::invalid_argument;
    }
    identity.groups.resize(static_cast<size_t>(count));
    return Error::ok;
}

Error look_up_user(const std::string& user, Identity& identity) noexcept {
    std::vector<char> room(kLookupRoom);
    passwd entry{};
    passwd* found = nullptr;
    unsigned long number = 0;
    bool numeric = parse_number(user, number);
    int failed = numeric ? getpwuid_r(static_cast<uid_t>(number), &entry, room.data(), room.size(), &found)
                         : getpwnam_r(user.c_str(), &entry, room.data(), room.size(), &found);
    if (found == nullptr && !numeric) return failed != 0 ? static_cast<Error>(failed) : static_cast<Error>(ENOENT);
    identity.has_user = true;
    // A number without an entry is common in containers. Such a user has no other groups.
    identity.uid = found != nullptr ? found->pw_uid : static_cast<uid_t>(number);
    identity.gid = found != nullptr ? found->pw_gid : static_cast<gid_t>(number);
    if (found != nullptr) identity.name = found->pw_name;
    return Error::ok;
}

Error look_up_group(const std::string& group, Identity& identity) noexcept {
    std::vector<char> room(kLookupRoom);
    ::group entry{};
    ::group* found = nullptr;
    unsigned long number = 0;
    bool numeric = parse_number(group, number);
    if (!numeric) {
        int failed = getgrnam_r(group.c_str(), &entry, room.data(), room.size(), &found);
        if (found == nullptr) return failed != 0 ? static_cast<Error>(failed) : static_cast<Error>(ENOENT);
    }
    identity.gid = numeric ? static_cast<gid_t>(number) : found->gr_gid;
    identity.has_group = true;
    return Error::ok;
}

Error enter_chroot(const std::string& directory) noexcept {
    if (chroot(directory.c_str()) != 0) return last_error();
    return chdir("/") == 0 ? Error::ok : last_error();
}

bool is_already(const Identity& identity) noexcept {
    bool user_fits = !identity.has_user || (getuid() == identity.uid && geteuid() == identity.uid);
    bool wants_group = identity.has_group || identity.has_user;
    return geteuid() != 0 && user_fits && (!wants_group || getegid() == identity.gid);
}

Error take_group(const Identity& identity) noexcept {
    if (identity.has_user && setgroups(identity.groups.size(), identity.groups.data()) != 0) return last_error();
    return setresgid(identity.gid, identity.gid, identity.gid) == 0 ? Error::ok : last_error();
}

Error take_user(const Identity& identity) noexcept {
    if (setresuid(identity.uid, identity.uid, identity.uid) != 0) return last_error();
    bool root_again = identity.uid != 0 && (setuid(0) == 0 || setresuid(0, 0, 0) == 0);
    return root_again ? static_cast<Error>(EPERM) : Error::ok;
}

}  // namespace

Error drop_privileges(const PrivilegeOptions& options, Log& log) noexcept {
    Identity identity;
    if (!options.user.empty()) {
        Error error = look_up_user(options.user, identity);
        if (!ok(error)) return refuse(log, "user", options.user, error);
    }
    if (!options.group.empty()) {
        Error error = look_up_group(options.group, identity);
        if (!ok(error)) return refuse(log, "group", options.group, error);
    }
    if (identity.has_user) {
        Error error = list_groups(identity);
        if (!ok(error)) return refuse(log, "groups of user", options.user, error);
    }
    if (!options.chroot.empty()) {
        Error error = enter_chroot(options.chroot);
        if (!ok(error)) return refuse(log, "chroot to", options.chroot, error);
    }
    if (is_already(identity)) return Error::ok;
    if (identity.has_user || identity.has_group) {
        Error error = take_group(identity);
        if (!ok(error))
            return refuse(log, "cannot take the group of", options.group.empty() ? options.user : options.group, error);
    }
    if (!identity.has_user) return Error::ok;
    Error error = take_user(identity);
    return ok(error) ? Error::ok : refuse(log, "cannot become user", options.user, error);
}

Error give_socket(const PrivilegeOptions& options, int fd) noexcept {
    Identity identity;
    if (options.user.empty()) return Error::ok;
    if (Error error = look_up_user(options.user, identity); error != Error::ok) return error;
    if (identity.uid == geteuid()) return Error::ok;
    return ::fchown(fd, identity.uid, static_cast<gid_t>(-1)) == 0 ? Error::ok : last_error();
}

}  // namespace tern::proc
