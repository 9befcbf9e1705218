// The runtime of a process that supervises others: the master of a server or of a pool. Made when the program first
// uses a coroutine, a timer or an event there; without one nothing is spent. Its loop turns in wait() only, at the top
// level of the master, so the master still forks between two calls of the program. A child has a copy of it that it
// never runs (runtime/forked).
#pragma once

#include "loop/watch.h"
#include "php/bridge/guard.h"
#include "php/runtime/process_runtime.h"

namespace tern::php {

class MasterRuntime {
public:
    struct Settings {
        bool callbacks_in_coroutines = true;
        size_t max_coroutines = 100'000;
    };

    // From here on, need_runtime() makes one by make().
    explicit MasterRuntime(const Settings& settings) noexcept;
    MasterRuntime(const MasterRuntime&) = delete;
    MasterRuntime& operator=(const MasterRuntime&) = delete;
    // end_program() has been called, or the engine has given up.
    ~MasterRuntime();

    Result<Runtime*> make() noexcept;
    // In a process that was forked off, in which this master supervises nothing.
    void leave_in_child() noexcept;

    // Calls the program. After a fatal error no PHP runs here any more: false, and `body` is not called.
    template <class Body>
    bool enter(Body body) noexcept {
        if (failed_) return false;
        const bool outer = std::exchange(in_program_, true);
        note(body());
        in_program_ = outer;
        return !failed_;
    }
    // Whether a process that is forked off now is the program's, rather than a worker.
    bool in_program() const noexcept { return in_program_; }
    bool failed() const noexcept { return failed_; }

    // Turns the loop once: until `fd` is readable, the time is over (-1: no limit), or earlier. False, at once: there
    // is no loop, or it failed.
    bool wait(int fd, int64_t timeout_ms) noexcept;
    // Drops what timers and events would call, and cancels the coroutines that wait.
    void end_program() noexcept;
    // How long Co\run() in a callback of the master may turn the loop.
    void limit_callbacks(coro::Deadline until) noexcept;

private:
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
