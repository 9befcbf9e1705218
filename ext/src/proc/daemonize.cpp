#include "proc/daemonize.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tern::proc {

namespace {

int wait_for_report(int fd, pid_t middle) noexcept {
    while (waitpid(middle, nullptr, 0) < 0 && errno == EINTR) {}
    unsigned char code = 1;
    ssize_t got = 0;
    do {
        got = read(fd, &code, 1);
    } while (got < 0 && errno == EINTR);
    return got == 1 ? code : 1;
}

void report(Fd& fd, unsigned char code) noexcept {
    // If the launcher was killed, the report is not needed.
    (void)send(fd.get(), &code, 1, MSG_NOSIGNAL);
    fd = Fd();
}

}  // namespace

Result<Daemon> Daemon::detach() noexcept {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return last_error();
    Fd reader(ends[0]);
    Fd writer(ends[1]);
    pid_t middle = fork();
    if (middle < 0) return last_error();
    Daemon self;
    if (middle > 0) {
        writer = Fd();
        self.role_ = Role::launcher;
        self.exit_code_ = wait_for_report(reader.get(), middle);
        return Result<Daemon>(std::move(self));
    }
    // The second fork makes a process that leads no session, so it can never get a terminal by opening one.
    setsid();
    pid_t daemon = fork();
    if (daemon != 0) _exit(daemon < 0 ? 1 : 0);
    self.report_ = std::move(writer);
    return Result<Daemon>(std::move(self));
}

Error Daemon::report_up(int output_fd) noexcept {
    Fd null(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (null.get() < 0) return last_error();
    int output = output_fd >= 0 ? output_fd : null.get();
    if (dup2(null.get(), STDIN_FILENO) < 0) return last_error();
    if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) return last_error();
    report(report_, 0);
    return Error::ok;
}

void Daemon::report_failure(int exit_code) noexcept {
    report(report_, static_cast<unsigned char>(exit_code > 0 && exit_code < 256 ? exit_code : 1));
}

}  // namespace tern::proc
