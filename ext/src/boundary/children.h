// Child processes that coroutines wait for. Commands that are started here are always reaped here, and wait() of a
// program never sees them, nor the KeptChild ones.
#pragma once

#include <sys/types.h>

#include "base/fd.h"
#include "base/list.h"
#include "base/result.h"
#include "boundary/signals.h"
#include "coro/coroutine.h"

namespace tern::boundary {

// The end of a process: `status` as in waitpid().
struct ChildExit {
    pid_t pid = 0;
    int status = 0;
};

// A shell command, in a process group of its own.
class Command final : private ListHook, private loop::EventHandler {
public:
    // The pipe with its output; non-blocking.
    int output() const noexcept { return output_.get(); }

private:
    friend class Children;
    friend class tern::List<Command>;
    explicit Command(loop::Loop& loop) noexcept : loop_(loop) {}
    ~Command();

    Error spawn(const char* line, bool with_errors) noexcept;
    bool try_reap() noexcept;
    void kill_group() noexcept;
    void abandon() noexcept;
    void on_events(loop::Events events) override;

    loop::Loop& loop_;
    pid_t pid_ = 0;
    int status_ = 0;
    bool reaped_ = true;  // it need not be reaped
    bool watched_ = false;
    Fd output_;
    Fd handle_;  // readable when it has ended
};

class Children {
public:
    explicit Children(coro::Scheduler& scheduler, Signals& signals) noexcept
        : scheduler_(scheduler), signals_(signals) {}
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;
    // Kills the running commands.
    ~Children();

    // Runs `line` with /bin/sh. Standard input is empty, and standard error goes to the output if wanted. Call forget()
    // in the end.
    Result<Command*> start(const char* line, bool with_errors) noexcept;
    // Returns the status. timed_out, coroutine_canceled. Suspends.
    Result<int> wait(Command& command, coro::Deadline until) noexcept;
    // Kills the command and its children if it is running. It is reaped later then.
    void forget(Command& command) noexcept;

    // Like waitpid() without options, but not for our commands: waits for a process (>0), a process group (<-1, 0) or
    // any child (-1). ECHILD, timed_out, coroutine_canceled. Suspends.
    Result<ChildExit> wait(pid_t pid, coro::Deadline until) noexcept;

    // The same without waiting: would_block.
    Result<ChildExit> try_wait(pid_t pid) noexcept { return reap(pid, this); }
    // The same for a process without a runtime: null.
    static Result<ChildExit> reap(pid_t pid, Children* commands) noexcept;
    // True: it is one of our commands.
    bool owns(pid_t pid) noexcept { return find(pid) != nullptr; }

private:
    Result<ChildExit> wait_for_one(pid_t pid, coro::Deadline until) noexcept;
    Result<ChildExit> wait_for_any(pid_t pid, coro::Deadline until) noexcept;
    Command* find(pid_t pid) noexcept;

    coro::Scheduler& scheduler_;
    Signals& signals_;
    List<Command> commands_;
};

}  // namespace tern::boundary
