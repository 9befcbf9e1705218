#include "boundary/children.h"

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/kept_child.h"
#include "coro/fd_wait.h"

namespace tern::boundary {

namespace {

int open_handle(pid_t pid) noexcept { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

struct SpawnPlan {
    SpawnPlan() noexcept {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    int plan(int output, bool with_errors) noexcept;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

// Standard input is opened last, as its number may be the pipe's.
int SpawnPlan::plan(int output, bool with_errors) noexcept {
    int error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0 && with_errors) error = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    if (error == 0) error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    sigset_t set;
    sigemptyset(&set);
    if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &set);
    // A server ignores these signals; its commands must not.
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGPIPE);
    if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &set);
    constexpr short kFlags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (error == 0) error = posix_spawnattr_setflags(&attributes, kFlags);
    return error;
}

}  // namespace

// --- one command

Error Command::spawn(const char* line, bool with_errors) noexcept {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return last_error();
    output_ = Fd(ends[0]);
    Fd writer(ends[1]);
    if (fcntl(output(), F_SETFL, O_NONBLOCK) != 0) return last_error();
    SpawnPlan plan;
    int error = plan.plan(writer.get(), with_errors);
    char shell[] = "sh";
    char option[] = "-c";
    char* const arguments[] = {shell, option, const_cast<char*>(line), nullptr};
    if (error == 0) error = posix_spawn(&pid_, "/bin/sh", &plan.actions, &plan.attributes, arguments, environment());
    if (error != 0) return static_cast<Error>(error);
    reaped_ = false;
    handle_ = Fd(open_handle(pid_));
    return handle_.open() ? Error::ok : last_error();
}

// Other code may have reaped it: then its status is unknown.
bool Command::try_reap() noexcept {
    if (reaped_) return true;
    pid_t pid = 0;
    do {
        pid = waitpid(pid_, &status_, WNOHANG);
    } while (pid < 0 && errno == EINTR);
    reaped_ = pid != 0;
    return reaped_;
}

// Only before it is reaped: afterwards the group's number may belong to other processes. A forked child does not own
// its parent's commands.
void Command::kill_group() noexcept {
    siginfo_t seen{};
    if (reaped_ || waitid(P_PID, static_cast<id_t>(pid_), &seen, WEXITED | WNOHANG | WNOWAIT) != 0) return;
    kill(-pid_, SIGKILL);
}

void Command::abandon() noexcept {
    output_.reset();
    kill_group();
    if (try_reap()) {
        delete this;
        return;
    }
    watched_ = handle_.open() && loop_.watch(handle_.get(), loop::kReadable, loop::Trigger::level, *this) == Error::ok;
    if (watched_) return;
    (void)waitpid(pid_, &status_, 0);  // without free descriptors; a killed command ends at once
    delete this;
}

void Command::on_events(loop::Events) {
    if (try_reap()) delete this;
}

Command::~Command() {
    if (watched_) loop_.unwatch(handle_.get(), *this);
}

// --- all of them

Children::~Children() {
    while (Command* command = commands_.pop_front()) {
        command->kill_group();
        (void)command->try_reap();
        delete command;
    }
}

Result<Command*> Children::start(const char* line, bool with_errors) noexcept {
    auto* command = new Command(scheduler_.loop());
    commands_.push_back(*command);
    if (Error error = command->spawn(line, with_errors); error != Error::ok) {
        forget(*command);
        return error;
    }
    return command;
}

Result<int> Children::wait(Command& command, coro::Deadline until) noexcept {
    while (!command.try_reap()) {
        Result<loop::Events> ended =
            coro::wait_ready(scheduler_, command.handle_.get(), loop::kReadable, coro::Wait::process, until);
        if (!ended.ok()) return ended.error();
    }
    return command.status_;
}

// Running commands stay in the list, so that wait() of the program does not see their end.
void Children::forget(Command& command) noexcept { command.abandon(); }

Command* Children::find(pid_t pid) noexcept {
    Command* one = commands_.front();
    while (one != nullptr && (one->reaped_ || one->pid_ != pid)) one = commands_.next(*one);
    return one;
}

Result<ChildExit> Children::wait(pid_t pid, coro::Deadline until) noexcept {
    return pid > 0 ? wait_for_one(pid, until) : wait_for_any(pid, until);
}

Result<ChildExit> Children::wait_for_one(pid_t pid, coro::Deadline until) noexcept {
    Fd handle;
    for (;;) {
        ChildExit ended;
        ended.pid = waitpid(pid, &ended.status, WNOHANG);
        if (ended.pid > 0) return ended;
        if (ended.pid < 0 && errno != EINTR) return last_error();
        if (!handle.open()) handle = Fd(open_handle(pid));
        if (!handle.open()) return last_error();
        Result<loop::Events> ready =
            coro::wait_ready(scheduler_, handle.get(), loop::kReadable, coro::Wait::process, until);
        if (!ready.ok()) return ready.error();
    }
}

// Checks before it reaps: one of our commands is reaped for the coroutine that waits for it. would_block: none has
// ended.
Result<ChildExit> Children::reap(pid_t pid, Children* commands) noexcept {
    const idtype_t kind = pid == -1 ? P_ALL : P_PGID;
    const id_t id = pid == -1 ? 0 : static_cast<id_t>(pid == 0 ? getpgrp() : -pid);
    for (;;) {
        siginfo_t seen{};
        if (waitid(kind, id, &seen, WEXITED | WNOHANG | WNOWAIT) != 0) {
            if (errno == EINTR) continue;
            return last_error();
        }
        if (seen.si_pid == 0) return Error::would_block;
        if (Command* ours = commands == nullptr ? nullptr : commands->find(seen.si_pid)) {
            (void)ours->try_reap();
            continue;
        }
        if (KeptChild* kept = KeptChild::find(seen.si_pid)) {
            (void)kept->try_reap();
            continue;
        }
        ChildExit ended;
        ended.pid = waitpid(seen.si_pid, &ended.status, WNOHANG);
        if (ended.pid > 0) return ended;
    }
}

Result<ChildExit> Children::wait_for_any(pid_t pid, coro::Deadline until) noexcept {
    Result<ChildExit> ended = reap(pid, this);
    if (ended.error() != Error::would_block) return ended;
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    Signals::Watcher watcher(signals_, wanted);
    for (;;) {
        ended = reap(pid, this);
        if (ended.error() != Error::would_block) return ended;
        Result<int> signal = watcher.next(coro::Wait::process, until);
        if (!signal.ok()) return signal.error();
    }
}

}  // namespace tern::boundary
