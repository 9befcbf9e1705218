// The loop of one process: waits for readiness, fires timers, runs what was put off to the end of the turn. Single
// thread; nothing here suspends. Callbacks may stop the loop, and may add and remove anything, themselves included;
// objects whose callbacks may still be on the stack are freed through defer().
#pragma once

#include "base/clock.h"
#include "base/list.h"
#include "loop/poller.h"
#include "loop/pulse.h"
#include "loop/timer_wheel.h"

namespace tern::loop {

// Something to do once at the end of the turn (or of the next one, when deferred by another deferred). Owned by whoever
// declares it; withdraws itself when destroyed.
class Deferred : private ListHook {
public:
    using Callback = void (*)(void* owner);
    Deferred(Callback callback, void* owner) noexcept : callback_(callback), owner_(owner) {}
    bool pending() const noexcept { return linked(); }
    void withdraw() noexcept { unlink(); }

private:
    friend class Loop;
    friend class tern::List<Deferred>;
    Callback callback_;
    void* owner_;
};

// What is called at every turn; owned by whoever sets it.
struct TurnHook {
    void (*call)(void* owner) = nullptr;
    void* owner = nullptr;
};

class Loop {
public:
    // In microseconds. Tests bring a clock of their own; it never goes back.
    using Clock = int64_t (*)() noexcept;

    explicit Loop(Clock clock = monotonic_us) noexcept
        : clock_(clock), now_us_(clock()), now_ms_(now_us_ / 1000), timers_(now_ms_) {}
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    Error open() noexcept { return poller_.open(); }

    Error watch(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept {
        return poller_.add(fd, wanted, trigger, handler);
    }
    // Waits for something else; the handler stays.
    Error rewatch(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept {
        return poller_.change(fd, wanted, trigger, handler);
    }
    void unwatch(int fd, EventHandler& handler) noexcept { poller_.remove(fd, handler); }

    // Monotonic time, read when the wait of this turn was over: a callback that computes for long sees it grow stale.
    int64_t now_ms() const noexcept { return now_ms_; }
    int64_t now_us() const noexcept { return now_us_; }
    // Read from the clock now.
    int64_t fresh_us() const noexcept { return clock_(); }
    int64_t fresh_ms() const noexcept { return clock_() / 1000; }
    void start_timer(Timer& timer, int64_t delay_ms) noexcept { timers_.start(timer, now_ms_ + delay_ms); }
    void defer(Deferred& deferred) noexcept { deferred_.push_back(deferred); }

    // Programs without a server end when nothing can happen any more. Timers and deferreds count by themselves; a watch
    // or a job of a thread that somebody waits for is held, and released when the wait is over.
    void hold() noexcept { ++holds_; }
    void release() noexcept {
        TERN_CHECK(holds_ > 0);
        --holds_;
    }
    bool alive() noexcept { return holds_ > 0 || !deferred_.empty() || timers_.next_wake_ms() >= 0; }

    // One hook of each kind: before a turn waits, and when it is over.
    void at_turn_start(TurnHook hook) noexcept { turn_start_ = hook; }
    void at_turn_end(TurnHook hook) noexcept { turn_end_ = hook; }
    // How many there were, the one that goes on included.
    uint64_t turns() const noexcept { return turns_; }
    // How long the turn before this one worked: from the end of its wait to the begin of this one's.
    int64_t last_turn_us() const noexcept { return last_turn_us_; }
    // For a thread that watches it. Works from the end of a turn's wait to the next turn's, so whoever turns no more
    // says that it waits.
    Pulse& pulse() noexcept { return pulse_; }

    // From within a hook of a turn's start: this turn does not wait.
    void do_not_wait() noexcept { waits_ = false; }
    // See Poller::copied().
    bool copied() const noexcept { return poller_.copied(); }
    void leave() noexcept { poller_.leave(); }
    // Turns until stop(). Returns what the kernel refused, if it did.
    Error run() noexcept;
    // One turn that waits at most `timeout_ms` (-1: until something happens).
    Error turn(int timeout_ms) noexcept;
    // Ends run() after the current turn.
    void stop() noexcept { running_ = false; }

private:
    int wait_ms(int limit_ms) noexcept;
    void run_deferred() noexcept;
    void look_at_clock() noexcept {
        now_us_ = clock_();
        now_ms_ = now_us_ / 1000;
    }

    Clock clock_;
    Poller poller_;
    int64_t now_us_;
    int64_t now_ms_;
    int64_t last_turn_us_ = 0;
    TimerWheel timers_;
    List<Deferred> deferred_;
    TurnHook turn_start_;
    TurnHook turn_end_;
    Pulse pulse_;
    uint64_t turns_ = 0;
    bool waits_ = true;
    size_t holds_ = 0;
    bool running_ = false;
};

}  // namespace tern::loop
