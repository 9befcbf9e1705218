// Timers in a hierarchical wheel of 1 ms ticks. Starting and stopping a timer costs the same with one pending or a
// million, and allocates nothing. The owner of a Timer declares it, and it stops itself when destroyed. The longest
// delay is about a year (kLongest / 2); a longer one fires then.
#pragma once

#include <array>
#include <cstdint>

#include "base/list.h"

namespace tern::loop {

class TimerWheel;

class Timer : private ListHook {
public:
    using Callback = void (*)(void* owner);

    // `callback` runs on the loop, after the timer has stopped: it may start it again or destroy it.
    Timer(Callback callback, void* owner) noexcept : callback_(callback), owner_(owner) {}

    bool pending() const noexcept { return linked(); }
    int64_t expires_ms() const noexcept { return expires_ms_; }
    void stop() noexcept { unlink(); }

private:
    friend class TimerWheel;
    friend class tern::List<Timer>;
    Callback callback_;
    void* owner_;
    int64_t expires_ms_ = 0;
};

class TimerWheel {
public:
    static constexpr int kLevels = 6;
    static constexpr int kBits = 6;
    static constexpr int kSlots = 1 << kBits;
    static constexpr int64_t kLongest = (int64_t{1} << (kLevels * kBits)) - 1;

    explicit TimerWheel(int64_t now_ms) noexcept : now_ms_(now_ms) {}

    // Fires at the first advance() at or after `expires_ms`, at least one tick from now. Restarts a pending timer.
    void start(Timer& timer, int64_t expires_ms) noexcept;
    // Fires everything due by `now_ms`, in order of expiry; timers of the same millisecond in order of start.
    void advance(int64_t now_ms) noexcept;
    // True: advance() would only move timers down a level now, and fire none.
    bool only_sinks(int64_t now_ms) noexcept;
    // No timer fires before this; -1: none is pending. It may be too early, but never too late.
    int64_t next_wake_ms() noexcept;

private:
    struct Level {
        uint64_t occupied = 0;  // a bit may be set for a slot that stop() has emptied
        std::array<List<Timer>, kSlots> slots;
    };
    struct Due {
        int level = -1;
        int slot = 0;
        int64_t at_ms = 0;
    };
    void place(Timer& timer) noexcept;
    Due next_due() noexcept;
    void fire_or_sink(const Due& due) noexcept;

    int64_t now_ms_;
    std::array<Level, kLevels> levels_;
};

}  // namespace tern::loop
