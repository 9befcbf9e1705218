// The runtime of a process that supervises others: the master of a server or of a pool. It is made when the program
// first uses a coroutine, a timer or an event there, so a master without them spends nothing. Its loop turns only in
// wait(), at the top level of the master. So the master still forks between two calls of the program. A child has a
// copy of it that it never runs (coroutine/program/forked).
#pragma once

#include "loop/poller.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/guard.h"

namespace tern::php {

class MasterRuntime {
public:
    struct Settings {
        bool callbacks_in_coroutines = true;
        size_t max_coroutines = 100'000;
    };

    // From now on need_runtime() calls make().
    explicit MasterRuntime(const Settings& settings) noexcept;
    MasterRuntime(const MasterRuntime&) = delete;
    MasterRuntime& operator=(const MasterRuntime&) = delete;
    // Call end_program() before, unless the engine has bailed out.
    ~MasterRuntime();

    Result<Runtime*> make() noexcept;
    // The timers that the script has started continue here.
    void take_over_script() noexcept;
    // Call it in a forked process, in which this master supervises nothing.
    void leave_in_child() noexcept;

    // Calls the program. False after a fatal error: no PHP runs here any more, and `body` is not called.
    template <class Body>
    bool enter(Body body) noexcept {
        if (failed_) return false;
        const bool outer = std::exchange(in_program_, true);
        note(body());
        in_program_ = outer;
        return !failed_;
    }
    // Whether a process that is forked now belongs to the program, and is no worker.
    bool in_program() const noexcept { return in_program_; }
    bool failed() const noexcept { return failed_; }

    // Turns the loop once, at most until `fd` is readable or the time is over (-1: no limit). False at once when there
    // is no loop, or when it failed.
    bool wait(int fd, int64_t timeout_ms) noexcept;
    // Drops what timers and events would call, and cancels the coroutines that wait.
    void end_program() noexcept;
    // Limits how long Co\run() in a callback of the master may turn the loop.
    void limit_callbacks(coro::Deadline until) noexcept;

private:
    void settle(Runtime& runtime) const noexcept;
    void note(Outcome outcome) noexcept;
    Error watch(int fd) noexcept;

    Settings settings_;
    zend_fiber_context* root_;
    coro::Deadline callbacks_until_;
    loop::Watch watch_;
    bool watched_ = false;
    bool fired_ = false;
    bool in_program_ = false;
    bool failed_ = false;
};

}  // namespace tern::php
