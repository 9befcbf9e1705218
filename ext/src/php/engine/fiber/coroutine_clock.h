// Measures how long coroutines run and what they wait for, for each coroutine and for the requests that have an account
// (serve/telemetry/request_account). It is off until it is needed. From then on it reads the clock once at every
// switch.
#pragma once

#include "base/clock.h"
#include "php/engine/fiber/program_coroutine.h"
#include "serve/telemetry/request_account.h"

namespace tern::php {

// Is called at every switch (coroutine/report/slow_request_log).
class RunWatcher {
public:
    RunWatcher() = default;
    RunWatcher(const RunWatcher&) = delete;
    RunWatcher& operator=(const RunWatcher&) = delete;
    // The code that runs from now on works for this request; null: for none.
    virtual void on_run(serve::RequestAccount* account) noexcept = 0;

protected:
    ~RunWatcher() = default;
};

class CoroutineClock {
public:
    CoroutineClock() = default;
    CoroutineClock(const CoroutineClock&) = delete;
    CoroutineClock& operator=(const CoroutineClock&) = delete;

    bool on() const noexcept { return on_; }
    // Calls `watcher` at every switch from now on.
    void notify(RunWatcher& watcher) noexcept { watcher_ = &watcher; }
    void turn_on() noexcept {
        if (!std::exchange(on_, true)) since_ns_ = read_clock_ns(CLOCK_MONOTONIC);
    }
    // The time of the switch to the running code.
    int64_t since_ns() const noexcept { return since_ns_; }

    // Call these at a switch. Null means outside of coroutines.
    void enter(ProgramCoroutine* from, ProgramCoroutine& to) noexcept;
    void leave(ProgramCoroutine& from, ProgramCoroutine* to) noexcept;
    // The coroutine handles this request from now on, and has a reference. Null: the request is handled outside of
    // coroutines, from begin_outside() to end_outside().
    void handle(ProgramCoroutine* fiber, serve::RequestAccount& account) noexcept;
    void begin_outside() noexcept { since_ns_ = read_clock_ns(CLOCK_MONOTONIC); }
    void end_outside() noexcept;
    // Makes a coroutine that the running one starts work for the same request. Takes a reference.
    static void inherit(const ProgramCoroutine* parent, ProgramCoroutine& child) noexcept;
    // Adds what the running code has taken so far. Returns the time.
    int64_t settle(ProgramCoroutine* running) noexcept { return settle(running, read_clock_ns(CLOCK_MONOTONIC)); }
    // The same for a caller that has just read the clock.
    int64_t settle(ProgramCoroutine* running, int64_t now_ns) noexcept;
    // How long the running coroutine has run. The first call of all returns 0.
    int64_t of_running_us(ProgramCoroutine& running) noexcept {
        if (!on_) turn_on();
        (void)settle(&running);
        return running.ran_ns / 1'000;
    }

    // Of the code that runs in this coroutine; null: outside of coroutines. Null: it works for no request.
    serve::RequestAccount* account_of(const ProgramCoroutine* fiber) const noexcept {
        return fiber == nullptr ? outside_ : fiber->account;
    }

private:
    void charge(ProgramCoroutine* running, int64_t now_ns) noexcept;
    void run(serve::RequestAccount* account, int64_t now_ns) noexcept;

    bool on_ = false;
    int64_t since_ns_ = 0;
    RunWatcher* watcher_ = nullptr;             // null: slow requests are not reported
    serve::RequestAccount* outside_ = nullptr;  // a reference
};

}  // namespace tern::php
