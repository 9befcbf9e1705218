// Timers that have numbers, and that may repeat: what programs make, ask for and clear by number. Numbers start at 1
// and are never used again. Finding, starting and stopping one costs the same with one pending or a million.
//
// A repeated timer does not drift: it is due at its start plus multiples of its interval. If several calls became due
// while the process was busy, there is one call, and the next one is at the next multiple. Timers that are due in the
// same millisecond fire in the order of their numbers.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "loop/loop.h"

namespace tern::loop {

class TimerTable;

// Its owner declares it. It is in the table from start() to the end of remove(). Any delay is allowed: one that is too
// long for the wheel is started again.
class NumberedTimer {
public:
    NumberedTimer() noexcept;
    NumberedTimer(const NumberedTimer&) = delete;
    NumberedTimer& operator=(const NumberedTimer&) = delete;

    int64_t id() const noexcept { return id_; }
    bool repeats() const noexcept { return interval_ms_ > 0; }
    int64_t interval_ms() const noexcept { return interval_ms_; }  // 0: does not repeat
    int64_t due_ms() const noexcept { return due_ms_; }            // by the loop's clock
    uint64_t fired() const noexcept { return fired_; }             // the number of calls
    bool stopped() const noexcept { return stopped_; }
    uint32_t started_in_turn() const noexcept { return started_in_turn_; }
    // The next one of those that were removed by remove_all().
    NumberedTimer* next_removed() const noexcept { return next_in_bucket_; }

private:
    friend class TimerTable;
    Timer timer_;
    TimerTable* table_ = nullptr;
    NumberedTimer* next_in_bucket_ = nullptr;
    int64_t id_ = 0;
    int64_t interval_ms_ = 0;
    int64_t due_ms_ = 0;
    uint64_t fired_ = 0;
    uint32_t started_in_turn_ = 0;
    bool stopped_ = false;
};

class TimerTable {
public:
    // Called on the loop. Any timer may be started and removed. It has to remove a timer that does not repeat.
    using Due = void (*)(void* owner, NumberedTimer& timer);

    TimerTable(Loop& loop, Due due, void* owner) noexcept;
    TimerTable(const TimerTable&) = delete;
    TimerTable& operator=(const TimerTable&) = delete;

    // Due in `delay_ms` (at least 1; never early, as the current millisecond does not count), and then, if it repeats,
    // at every multiple.
    void start(NumberedTimer& timer, int64_t delay_ms, bool repeats) noexcept;
    // It does not fire any more, and stays in the table.
    void stop(NumberedTimer& timer) noexcept;
    void remove(NumberedTimer& timer) noexcept;
    // Null: there is no timer with this number.
    NumberedTimer* find(int64_t id) const noexcept;
    // Removes all timers. Returns the first one, which links to the others; null: there was none.
    NumberedTimer* remove_all() noexcept;

    size_t count() const noexcept { return count_; }
    int64_t last_id() const noexcept { return last_id_; }
    // By the loop's clock; the start of the first timer's delay.
    int64_t begin_ms() const noexcept { return begin_ms_; }

    template <class Visitor>
    void each(Visitor visit) const {
        for (NumberedTimer* first : buckets_) {
            for (NumberedTimer* one = first; one != nullptr; one = one->next_in_bucket_) visit(*one);
        }
    }

private:
    friend class NumberedTimer;
    void arm(NumberedTimer& timer) noexcept;
    void disarm(NumberedTimer& timer) noexcept;
    void on_ripe(NumberedTimer& timer) noexcept;
    NumberedTimer* earlier_tick(const NumberedTimer& timer) const noexcept;
    void fire(NumberedTimer& timer) noexcept;
    void insert(NumberedTimer& timer) noexcept;
    void unlink(NumberedTimer& timer) noexcept;
    void resize(size_t buckets) noexcept;
    size_t bucket(int64_t id) const noexcept { return static_cast<size_t>(id) & (buckets_.size() - 1); }

    static constexpr size_t kLeastBuckets = 64;

    Loop& loop_;
    Due due_;
    void* owner_;
    std::vector<NumberedTimer*> buckets_;
    // Pending timers that repeat: time and number. The wheel has the timers of a millisecond in the order of arming,
    // where only a tick can be behind a timer with a higher number.
    std::set<std::pair<int64_t, int64_t>> ticks_;
    size_t count_ = 0;
    int64_t last_id_ = 0;
    int64_t begin_ms_ = 0;
};

}  // namespace tern::loop
