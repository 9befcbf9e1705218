#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "boundary/calls.h"
#include "boundary/gate.h"

namespace tern::boundary::calls {

namespace {

// The streams of our popen() and their processes. For the whole process: any code may close a stream.
struct Child {
    FILE* stream;
    pid_t pid;   // 0: it has ended
    int status;  // of one that has
};
std::vector<Child>& children() noexcept {
    static std::vector<Child> all;
    return all;
}

Next wait_for_child(Boundary& boundary, pid_t pid, int options, Pause& pause) {
    constexpr coro::Wait kReason = coro::Wait::process;
    const bool one_that_ends = pid > 0 && (options & (WUNTRACED | WCONTINUED)) == 0;
    const int fd = one_that_ends ? static_cast<int>(syscall(SYS_pidfd_open, pid, 0)) : -1;
    if (fd < 0) return wait_time(boundary, coro::Deadline::in(pause.next_ms()), kReason);
    const coro::FdInterest interest{fd, loop::kReadable};
    const Next next = wait_ready(boundary, {&interest, 1}, coro::Deadline::never(), nullptr, kReason);
    const int error = errno;
    ::close(fd);
    errno = error;
    return next;
}

pid_t start_shell(const char* command, posix_spawn_file_actions_t* actions) noexcept {
    char shell[] = "sh";
    char option[] = "-c";
    char* arguments[] = {shell, option, const_cast<char*>(command), nullptr};
    pid_t pid = -1;
    const int error = posix_spawn(&pid, "/bin/sh", actions, nullptr, arguments, environment());
    if (error != 0) errno = error;
    return error == 0 ? pid : -1;
}

FILE* open_shell(const char* command, bool reads, int (&ends)[2]) noexcept {
    const int ours = reads ? 0 : 1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1 - ours], reads ? STDOUT_FILENO : STDIN_FILENO);
    const pid_t pid = start_shell(command, &actions);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1 - ours]);
    FILE* stream = pid < 0 ? nullptr : fdopen(ends[ours], reads ? "r" : "w");
    if (stream == nullptr) {
        ::close(ends[ours]);
        return nullptr;
    }
    children().push_back({stream, pid, 0});
    return stream;
}

// Null: it is not of our popen().
Child* find_child(const FILE* stream) noexcept {
    const auto found = std::ranges::find(children(), stream, &Child::stream);
    return found == children().end() ? nullptr : &*found;
}

void remove(Child& child) noexcept {
    child = children().back();
    children().pop_back();
}

int status_of(pid_t pid) {
    int status = 0;
    while (calls::wait4(pid, &status, 0, nullptr) < 0) {
        if (errno != EINTR) return -1;
    }
    return status;
}

}  // namespace

pid_t wait(int* status) { return calls::wait4(-1, status, 0, nullptr); }

pid_t waitpid(pid_t pid, int* status, int options) { return calls::wait4(pid, status, options, nullptr); }

pid_t wait4(pid_t pid, int* status, int options, rusage* usage) {
    Boundary* boundary = (options & WNOHANG) != 0 ? nullptr : gate(kChild);
    if (boundary == nullptr) return ::wait4(pid, status, options, usage);
    Pause pause;
    for (;;) {
        const pid_t ended = ::wait4(pid, status, options | WNOHANG, usage);
        if (ended != 0) return ended;
        const Next next = wait_for_child(*boundary, pid, options, pause);
        if (next == Next::block) return ::wait4(pid, status, options, usage);
        if (next == Next::fail) return -1;
    }
}

pid_t wait3(int* status, int options, rusage* usage) { return calls::wait4(-1, status, options, usage); }

int waitid(idtype_t kind, id_t id, siginfo_t* info, int options) {
    Boundary* boundary = (options & WNOHANG) != 0 ? nullptr : gate(kChild);
    if (boundary == nullptr) return ::waitid(kind, id, info, options);
    siginfo_t own{};
    siginfo_t& found = info == nullptr ? own : *info;
    const pid_t pid = kind == P_PID && (options & WEXITED) != 0 ? static_cast<pid_t>(id) : -1;
    Pause pause;
    for (;;) {
        found.si_pid = 0;
        if (::waitid(kind, id, &found, options | WNOHANG) != 0) return -1;
        if (found.si_pid != 0) return 0;
        const Next next = wait_for_child(*boundary, pid, options, pause);
        if (next == Next::block) return ::waitid(kind, id, info, options);
        if (next == Next::fail) return -1;
    }
}

// libc's pclose() waits for a process that it does not reveal, so the process is started here.
FILE* popen(const char* command, const char* mode) {
    const bool reads = mode[0] == 'r';
    const bool known = (reads || mode[0] == 'w') && (mode[1] == '\0' || std::strcmp(mode + 1, "e") == 0);
    int ends[2];
    if (!known || gate(kChild) == nullptr) return ::popen(command, mode);
    if (pipe2(ends, O_CLOEXEC) != 0) return nullptr;
    // dup2() of a descriptor onto itself would leave it to be closed.
    if (ends[0] <= STDERR_FILENO || ends[1] <= STDERR_FILENO) {
        ::close(ends[0]);
        ::close(ends[1]);
        return ::popen(command, mode);
    }
    return open_shell(command, reads, ends);
}

int wait_for_popen(int fd) {
    const auto found = std::ranges::find_if(children(), [=](const Child& one) { return fileno(one.stream) == fd; });
    if (found == children().end() || found->pid == 0) return 0;
    const FILE* stream = found->stream;
    const int status = status_of(std::exchange(found->pid, 0));
    Child* child = find_child(stream);
    if (child != nullptr) child->status = status;
    return status;
}

int pclose(FILE* stream) {
    if (of_thread != nullptr) {
        of_thread->fds.on_close(fileno(stream));
        of_thread->kinds.forget(fileno(stream));
    }
    Child* found = find_child(stream);
    if (found == nullptr) return ::pclose(stream);
    const Child child = *found;
    remove(*found);
    ::fclose(stream);
    return child.pid == 0 ? child.status : status_of(child.pid);
}

// Unlike libc, this does not change SIGINT and SIGQUIT, as other coroutines run meanwhile.
int system(const char* command) {
    if (command == nullptr || gate(kChild) == nullptr) return ::system(command);
    const pid_t pid = start_shell(command, nullptr);
    return pid < 0 ? -1 : status_of(pid);
}

}  // namespace tern::boundary::calls
