// The loop of one process: waits for readiness, fires timers, and runs deferred work at the end of the turn. It has one
// thread, and nothing here suspends. Callbacks may stop the loop, and may add and remove anything, themselves included.
// An object whose callback may still be on the stack is freed through defer().
#pragma once

#include "base/clock.h"
#include "base/list.h"
#include "loop/poller.h"
#include "loop/pulse.h"
#include "loop/timer_wheel.h"

namespace tern::loop {

// Work to do once at the end of the turn (or of the next one, if another Deferred defers it). Its owner declares it,
// and it withdraws itself when destroyed.
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

// A function that is called at every turn; its owner sets it.
struct TurnHook {
    void (*call)(void* owner) = nullptr;
    void* owner = nullptr;
};

class Loop {
public:
    // In microseconds. Tests have clocks of their own. A clock never goes back.
    using Clock = int64_t (*)() noexcept;

    explicit Loop(Clock clock = monotonic_us) noexcept
        : clock_(clock), now_us_(clock()), now_ms_(now_us_ / 1000), timers_(now_ms_) {}
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    Error open() noexcept { return poller_.open(); }

    Error watch(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept {
        return poller_.add(fd, wanted, trigger, handler);
    }
    // Changes the awaited events; the handler stays.
    Error rewatch(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept {
        return poller_.change(fd, wanted, trigger, handler);
    }
    void unwatch(int fd, EventHandler& handler) noexcept { poller_.remove(fd, handler); }

    // Monotonic time, read when the wait of this turn was over. It is not updated during a long callback.
    int64_t now_ms() const noexcept { return now_ms_; }
    int64_t now_us() const noexcept { return now_us_; }
    // Reads the clock now.
    int64_t fresh_us() const noexcept { return clock_(); }
    int64_t fresh_ms() const noexcept { return clock_() / 1000; }
    void start_timer(Timer& timer, int64_t delay_ms) noexcept { timers_.start(timer, now_ms_ + delay_ms); }
    void defer(Deferred& deferred) noexcept { deferred_.push_back(deferred); }

    // A program without a server ends when nothing more can happen. Timers and deferreds count by themselves. A caller
    // that waits for a watch or for a job of a thread holds the loop and releases it after the wait.
    void hold() noexcept { ++holds_; }
    void release() noexcept {
        TERN_CHECK(holds_ > 0);
        --holds_;
    }
    size_t holds() const noexcept { return holds_; }
    bool has_only_timers() noexcept { return holds_ == 0 && deferred_.empty() && timers_.next_wake_ms() >= 0; }
    bool alive() noexcept { return holds_ > 0 || !deferred_.empty() || timers_.next_wake_ms() >= 0; }

    // There is one hook of each kind: before a turn waits, and at its end.
    void at_turn_start(TurnHook hook) noexcept { turn_start_ = hook; }
    void at_turn_end(TurnHook hook) noexcept { turn_end_ = hook; }
    // The number of turns, including the current one.
    uint64_t turns() const noexcept { return turns_; }
    // The duration of the last turn, from the end of its wait to the beginning of the next one.
    int64_t last_turn_us() const noexcept { return last_turn_us_; }
    // For a watching thread. It `works` from the end of a turn's wait to the wait of the next turn. Code that stops
    // turning the loop must report that it waits.
    Pulse& pulse() noexcept { return pulse_; }

    // For a turn_start hook: this turn must not wait. Elsewhere: the next one must not.
    void do_not_wait() noexcept { waits_ = false; }
    // See Poller::copied().
    bool copied() const noexcept { return poller_.copied(); }
    void leave() noexcept { poller_.leave(); }
    // Turns until stop(). Returns the error of the kernel, if there was one.
    Error run() noexcept;
    // One turn that waits at most `timeout_ms` (-1: until something happens).
    Error turn(int timeout_ms) noexcept;
    // Ends run() after the current turn.
    void stop() noexcept { running_ = false; }

private:
    int wait_ms(int limit_ms) noexcept;
    Error wait(int timeout_ms) noexcept;
    void run_deferred() noexcept;
    void update_time() noexcept {
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
