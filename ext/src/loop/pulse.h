// Lets another thread, the watcher, see whether the loop turns. The count is even while the loop waits and odd while it
// works, and changes each time. It costs the loop two stores per turn. The watcher sleeps while nothing happens.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tern::loop {

class Pulse {
public:
    // Called by the loop.
    void waits() noexcept { count_.store((own() | 1) + 1, std::memory_order_relaxed); }
    void works() noexcept {
        count_.store((own() + 1) | 1, std::memory_order_relaxed);
        if (__builtin_expect(watcher_.load(std::memory_order_relaxed) == kAsleep, 0)) wake();
    }

    uint64_t count() const noexcept { return count_.load(std::memory_order_relaxed); }
    static bool working(uint64_t count) noexcept { return count % 2 != 0; }

    // Called by the owner of a watcher: before it starts, and to end it.
    void begin_watch() noexcept { watcher_.store(kAwake, std::memory_order_relaxed); }
    void end_watch() noexcept;
    // For the watcher. False: it must end.
    bool pause(int64_t ms) noexcept;
    // Sleeps until the loop works again, or for some seconds, since a wake-up may get lost.
    bool sleep() noexcept;

private:
    static constexpr uint32_t kAwake = 0;
    static constexpr uint32_t kAsleep = 1;
    static constexpr uint32_t kEnded = 2;

    uint64_t own() const noexcept { return count_.load(std::memory_order_relaxed); }
    void wake() noexcept;

    std::atomic<uint64_t> count_{0};
    std::atomic<uint32_t> watcher_{kAwake};
};

// The state of the watcher: how long the loop has done the same work, and when to report that. It reports once when the
// work takes longer than the threshold, and again each time it has taken ten times longer.
class Stall {
public:
    explicit Stall(int64_t threshold_ms) noexcept : threshold_ms_(threshold_ms) {}

    // True: report now.
    bool look(uint64_t count, int64_t now_ms) noexcept {
        quiet_ = count == count_ && !Pulse::working(count) ? quiet_ + 1 : 0;
        if (count != count_ || !Pulse::working(count)) {
            count_ = count;
            since_ms_ = now_ms;
            due_ms_ = threshold_ms_;
            return false;
        }
        if (now_ms - since_ms_ < due_ms_) return false;
        first_ = due_ms_ == threshold_ms_;
        due_ms_ *= 10;
        return true;
    }
    // There was nothing to report yet: the next look may be due.
    void again() noexcept { due_ms_ /= 10; }
    // True: the report is the first one about this work.
    bool first() const noexcept { return first_; }
    // Not below 0, also where the caller's clock has gone back.
    int64_t for_ms(int64_t now_ms) const noexcept { return std::max<int64_t>(0, now_ms - since_ms_); }
    // The number of consecutive checks that found the loop in the same wait.
    uint32_t quiet() const noexcept { return quiet_; }

private:
    int64_t threshold_ms_;
    int64_t due_ms_ = 0;
    int64_t since_ms_ = 0;
    uint64_t count_ = 0;
    uint32_t quiet_ = 0;
    bool first_ = false;
};

}  // namespace tern::loop
