#include <csignal>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <functional>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proc/affinity.h"
#include "proc/daemonize.h"
#include "proc/log_file.h"
#include "proc/pid_file.h"

using namespace tern;
using namespace tern::proc;

namespace {

class TemporaryFolder {
public:
    TemporaryFolder() { REQUIRE(mkdtemp(name_) != nullptr); }
    ~TemporaryFolder() {
        std::string command = std::string("rm -rf ") + name_;
        CHECK(std::system(command.c_str()) == 0);
    }
    std::string file(const char* name) const { return std::string(name_) + "/" + name; }

private:
    char name_[32] = "/tmp/proc_test_XXXXXX";
};

std::string content_of(const std::string& path) {
    char text[4096];
    int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return "no file";
    ssize_t length = read(fd, text, sizeof text);
    close(fd);
    return std::string(text, length > 0 ? static_cast<size_t>(length) : 0);
}

int exit_code_of(const std::function<int()>& body) {
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) _exit(body());
    int status = -1;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a pid file is overwritten when stale, refused when held, removed by its creator only") {
    TemporaryFolder folder;
    std::string path = folder.file("server.pid");
    int stale = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    CHECK(write(stale, "1", 1) == 1);  // alive for sure, but not ours
    close(stale);
    PidFile file;
    REQUIRE(file.create(path) == Error::ok);
    CHECK(content_of(path) == std::to_string(getpid()));
    PidFile second;
    CHECK(second.create(path) == static_cast<Error>(EBUSY));
    CHECK(PidFile::read(path).value() == getpid());
    CHECK(exit_code_of([&] { return file.remove(), 0; }) == 0);
    CHECK(content_of(path) == std::to_string(getpid()));
    file.remove();
    CHECK(content_of(path) == "no file");
    CHECK(second.create(folder.file("none/server.pid")) == static_cast<Error>(ENOENT));
}

TEST_CASE("a removed pid file of somebody else stays") {
    TemporaryFolder folder;
    std::string path = folder.file("server.pid");
    PidFile file;
    REQUIRE(file.create(path) == Error::ok);
    REQUIRE(rename(path.c_str(), folder.file("moved").c_str()) == 0);
    int other = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    close(other);
    file.remove();
    CHECK(access(path.c_str(), F_OK) == 0);
}

TEST_CASE("a log line says when, who and what, and cannot be forged") {
    TemporaryFolder folder;
    LogFile log;
    LogFileOptions options;
    options.path = folder.file("server.log");
    options.date_format = "DATE";
    REQUIRE(log.open(options) == Error::ok);
    log.set_writer('*', 42, 3);
    log.write(LogLevel::warning, Bytes("a\tb\x1b[0m\0\x7f", 9));
    CHECK(content_of(options.path) == "[DATE *42.3]\tWARNING\ta\tb\\x1B[0m\\x00\\x7F\n");
    CHECK(log.lost_lines() == 0);
}

TEST_CASE("a log line without its prefix, for a reader that knows when and who") {
    TemporaryFolder folder;
    LogFile log;
    LogFileOptions options;
    options.path = folder.file("server.log");
    options.has_prefix = false;
    REQUIRE(log.open(options) == Error::ok);
    log.set_writer('*', 42, 3);
    log.write(LogLevel::error, "text");
    CHECK(content_of(options.path) == "ERROR: text\n");
}

TEST_CASE("a log file is reopened after a rename, and an unusable path keeps the old one") {
    TemporaryFolder folder;
    LogFile log;
    LogFileOptions options;
    options.path = folder.file("server.log");
    options.date_format = "";
    REQUIRE(log.open(options) == Error::ok);
    log.set_writer('#', 1, 0);
    log.write(LogLevel::info, "one");
    REQUIRE(rename(options.path.c_str(), folder.file("old.log").c_str()) == 0);
    log.write(LogLevel::info, "two");
    REQUIRE(log.reopen() == Error::ok);
    log.write(LogLevel::info, "three");
    CHECK(content_of(folder.file("old.log")) == "[ #1.0]\tINFO\tone\n[ #1.0]\tINFO\ttwo\n");
    CHECK(content_of(options.path) == "[ #1.0]\tINFO\tthree\n");
    LogFile missing;
    CHECK(missing.open({folder.file("none/x.log"), "", false, true, Rotation::single}) == static_cast<Error>(ENOENT));
}

TEST_CASE("rotation is a suffix of the log file's name") {
    TemporaryFolder folder;
    struct Row {
        Rotation rotation;
        size_t digits;
    };
    for (Row row : {Row{Rotation::single, 0}, Row{Rotation::monthly, 6}, Row{Rotation::daily, 8},
                    Row{Rotation::hourly, 10}, Row{Rotation::every_minute, 12}}) {
        LogFile log;
        LogFileOptions options;
        options.path = folder.file("r.log");
        options.rotation = row.rotation;
        REQUIRE(log.open(options) == Error::ok);
        size_t suffix = log.current_path().size() - options.path.size();
        CHECK(suffix == (row.digits == 0 ? 0 : row.digits + 1));
        CHECK(access(log.current_path().c_str(), F_OK) == 0);
    }
}

TEST_CASE("a log file that cannot be rotated goes on, and says so once") {
    TemporaryFolder folder;
    LogFile log;
    LogFileOptions options;
    options.path = folder.file("r.log");
    options.rotation = Rotation::every_minute;
    REQUIRE(log.open(options) == Error::ok);
    const std::string path = log.current_path();
    const time_t later = (time(nullptr) / 60 + 60) * 60;  // the first second of a minute
    std::string next = folder.file("r.log");
    char suffix[32];
    tm local{};
    localtime_r(&later, &local);
    next.append(suffix, strftime(suffix, sizeof suffix, ".%Y%m%d%H%M", &local));
    REQUIRE(symlink("nowhere/at all", next.c_str()) == 0);
    log.rotate_when_due(later);
    log.rotate_when_due(later + 1);
    CHECK(log.current_path() == path);
    const std::string said = content_of(path);
    CHECK(said.find("cannot be opened, so this file stays in use: No such file or directory\n") != std::string::npos);
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
    unlink(next.c_str());
    log.rotate_when_due(later + 2);
    CHECK(log.current_path() == next);
}

TEST_CASE("a worker is pinned to a processor that it may use") {
    CHECK(exit_code_of([] {
              cpu_set_t before;
              cpu_set_t after;
              sched_getaffinity(0, sizeof before, &before);
              if (pin_worker(12345, {}) != Error::ok) return 1;
              sched_getaffinity(0, sizeof after, &after);
              if (CPU_COUNT(&after) != 1) return 2;
              CPU_AND(&before, &before, &after);
              return CPU_COUNT(&before) == 1 ? 0 : 3;
          }) == 0);
    CHECK(pin_worker(-1, {}) == Error::invalid_argument);
}

TEST_CASE("the launching command learns how the daemon's start went") {
    auto launch = [](const std::function<void(Daemon&)>& start) {
        return exit_code_of([&] {
            Result<Daemon> daemon = Daemon::detach();
            if (!daemon) return 90;
            if (daemon.value().role() == Daemon::Role::launcher) return daemon.value().exit_code();
            if (getsid(0) == getpid()) return 91;
            start(daemon.value());
            return 0;
        });
    };
    CHECK(launch([](Daemon& daemon) { CHECK(daemon.report_up(-1) == Error::ok); }) == 0);
    CHECK(launch([](Daemon& daemon) { daemon.report_failure(7); }) == 7);
    CHECK(launch([](Daemon&) {}) == 1);
}

namespace {

// What body() makes standard error say.
std::string told(const TemporaryFolder& folder, const std::function<void()>& body) {
    const std::string path = folder.file("stderr");
    CHECK(exit_code_of([&] {
              const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
              if (dup2(fd, STDERR_FILENO) < 0) return 1;
              body();
              return 0;
          }) == 0);
    return content_of(path);
}

}  // namespace

TEST_CASE("a log that cannot be written says so on standard error once a minute, and counts") {
    TemporaryFolder folder;
    LogLosses shared;
    const std::string text = told(folder, [&] {
        LogFile log;
        LogFileOptions options;
        options.path = "/dev/full";
        options.date_format = "DATE";
        options.option = "slow_request_file";
        if (log.open(options) != Error::ok) return;
        log.set_writer('*', 42, 3);
        log.count_in(&shared);
        for (int i = 0; i < 3; ++i) log.write(LogLevel::warning, "lost");
        if (log.lost_lines() != 3 || shared.lines != 3) return;
        shared.reported_s = 1;
        log.write(LogLevel::warning, "more");
    });
    CHECK(text ==
          "[DATE *42.3]\tERROR\tslow_request_file /dev/full cannot be written, lines lost by now: 1: No space left on "
          "device. The last one:\n[DATE *42.3]\tWARNING\tlost\n"
          "[DATE *42.3]\tERROR\tslow_request_file /dev/full cannot be written, lines lost by now: 4: No space left on "
          "device. The last one:\n[DATE *42.3]\tWARNING\tmore\n");
}

TEST_CASE("a log line that was cut off stays on a line of its own") {
    TemporaryFolder folder;
    const std::string path = folder.file("server.log");
    (void)told(folder, [&] {
        LogLosses shared;
        LogFile log;
        LogFile other;
        for (LogFile* one : {&log, &other}) {
            (void)one->open({path, "", false, true, Rotation::single});
            one->set_writer('#', 1, 0);
            one->count_in(&shared);
        }
        (void)signal(SIGXFSZ, SIG_IGN);
        rlimit all{};
        (void)getrlimit(RLIMIT_FSIZE, &all);
        rlimit small{20, all.rlim_max};
        (void)setrlimit(RLIMIT_FSIZE, &small);
        log.write(LogLevel::info, "one");
        log.write(LogLevel::info, "two");
        (void)setrlimit(RLIMIT_FSIZE, &all);
        other.write(LogLevel::info, "three");
        log.write(LogLevel::info, "four");
    });
    CHECK(content_of(path) == "[ #1.0]\tINFO\tone\n[ #\n[ #1.0]\tINFO\tthree\n[ #1.0]\tINFO\tfour\n");
}
