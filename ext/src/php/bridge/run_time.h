// How long coroutines run and what they wait for: of each coroutine, for programs that ask, and of the requests that
// have an account (serve/telemetry/request_account). Off until someone wants it: then it reads the clock at every
// switch, once for both sides.
#pragma once

#include "base/clock.h"
#include "php/bridge/fiber.h"
#include "serve/telemetry/request_account.h"

namespace tern::php {

class SlowWatch;

class RunTime {
public:
    RunTime() = default;
    RunTime(const RunTime&) = delete;
    RunTime& operator=(const RunTime&) = delete;

    bool on() const noexcept { return on_; }
    // Hears of every switch from now on.
    void tell(SlowWatch& watch) noexcept { watch_ = &watch; }
    void turn_on() noexcept {
        if (!std::exchange(on_, true)) since_ns_ = read_clock_ns(CLOCK_MONOTONIC);
    }
    // When the running code was switched to.
    int64_t since_ns() const noexcept { return since_ns_; }

    // At a switch; null: from outside of coroutines, and to there.
    void enter(Fiber* from, Fiber& to) noexcept;
    void leave(Fiber& from, Fiber* to) noexcept;
    // The running coroutine handles this request from now on, and takes a reference. Null: it is handled outside of
    // coroutines, from begin_outside() to end_outside().
    void handle(Fiber* fiber, serve::RequestAccount& account) noexcept;
    void begin_outside() noexcept { since_ns_ = read_clock_ns(CLOCK_MONOTONIC); }
    void end_outside() noexcept;
    // A coroutine that the running one starts works for the same request. Takes a reference.
    static void inherit(const Fiber* parent, Fiber& child) noexcept;
    // What the running code has taken so far counts, too. Returns the time.
    int64_t settle(Fiber* running) noexcept { return settle(running, read_clock_ns(CLOCK_MONOTONIC)); }
    // The caller has just read the clock.
    int64_t settle(Fiber* running, int64_t now_ns) noexcept;
    // Of the running coroutine, up to now; 0 for the one that asks first.
    int64_t of_running_us(Fiber& running) noexcept {
        if (!on_) turn_on();
        (void)settle(&running);
        return running.ran_ns / 1'000;
    }

private:
    serve::RequestAccount* account_of(const Fiber* fiber) const noexcept {
        return fiber == nullptr ? outside_ : fiber->account;
    }
    void charge(Fiber* running, int64_t now_ns) noexcept;
    void run(serve::RequestAccount* account, int64_t now_ns) noexcept;

    bool on_ = false;
    int64_t since_ns_ = 0;
    SlowWatch* watch_ = nullptr;                // null: nobody asks which requests are slow
    serve::RequestAccount* outside_ = nullptr;  // a reference
};

}  // namespace tern::php
