#include "loop/timer_table.h"

#include <limits>

namespace tern::loop {

NumberedTimer::NumberedTimer() noexcept
    : timer_(
          [](void* self) {
              auto* due = static_cast<NumberedTimer*>(self);
              due->table_->fire(*due);
          },
          this) {}

TimerTable::TimerTable(Loop& loop, Due due, void* owner) noexcept
    : loop_(loop), due_(due), owner_(owner), buckets_(kLeastBuckets, nullptr) {}

void TimerTable::start(NumberedTimer& timer, int64_t delay_ms, bool repeats) noexcept {
    TERN_CHECK(delay_ms > 0);
    // The wheel counts whole milliseconds, and the current one has begun already.
    const int64_t from_ms = loop_.fresh_ms() + 1;
    const int64_t longest_ms = std::numeric_limits<int64_t>::max() - from_ms;
    if (last_id_ == 0) begin_ms_ = from_ms;
    timer.table_ = this;
    timer.id_ = ++last_id_;
    timer.interval_ms_ = repeats ? delay_ms : 0;
    timer.due_ms_ = from_ms + (delay_ms < longest_ms ? delay_ms : longest_ms);
    timer.started_in_turn_ = static_cast<uint32_t>(loop_.turns());
    if (count_ >= buckets_.size()) resize(buckets_.size() * 2);
    insert(timer);
    ++count_;
    arm(timer);
}

void TimerTable::arm(NumberedTimer& timer) noexcept { loop_.start_timer(timer.timer_, timer.due_ms_ - loop_.now_ms()); }

void TimerTable::fire(NumberedTimer& timer) noexcept {
    const int64_t now_ms = loop_.now_ms();
    if (timer.due_ms_ > now_ms) return arm(timer);  // its delay was too long for the wheel
    ++timer.fired_;
    if (timer.repeats()) {
        const int64_t intervals = (now_ms - timer.due_ms_) / timer.interval_ms_ + 1;
        timer.due_ms_ += intervals * timer.interval_ms_;
        arm(timer);
    } else {
        unlink(timer);
    }
    due_(owner_, timer);
}

void TimerTable::remove(NumberedTimer& timer) noexcept {
    timer.timer_.stop();
    unlink(timer);
}

NumberedTimer* TimerTable::find(int64_t id) const noexcept {
    NumberedTimer* one = buckets_[bucket(id)];
    while (one != nullptr && one->id_ != id) one = one->next_in_bucket_;
    return one;
}

NumberedTimer* TimerTable::remove_all() noexcept {
    std::vector<NumberedTimer*> full(kLeastBuckets, nullptr);
    full.swap(buckets_);
    count_ = 0;
    NumberedTimer* removed = nullptr;
    for (NumberedTimer* one : full) {
        while (one != nullptr) {
            NumberedTimer* following = one->next_in_bucket_;
            one->timer_.stop();
            one->next_in_bucket_ = removed;
            removed = one;
            one = following;
        }
    }
    return removed;
}

void TimerTable::insert(NumberedTimer& timer) noexcept {
    NumberedTimer*& head = buckets_[bucket(timer.id_)];
    timer.next_in_bucket_ = head;
    head = &timer;
}

void TimerTable::unlink(NumberedTimer& timer) noexcept {
    NumberedTimer** link = &buckets_[bucket(timer.id_)];
    while (*link != &timer) link = &(*link)->next_in_bucket_;
    *link = timer.next_in_bucket_;
    --count_;
    if (buckets_.size() > kLeastBuckets && count_ < buckets_.size() / 8) resize(buckets_.size() / 4);
}

void TimerTable::resize(size_t buckets) noexcept {
    std::vector<NumberedTimer*> others(buckets < kLeastBuckets ? kLeastBuckets : buckets, nullptr);
    others.swap(buckets_);
    for (NumberedTimer* one : others) {
        while (one != nullptr) {
            NumberedTimer* following = one->next_in_bucket_;
            insert(*one);
            one = following;
        }
    }
}

}  // namespace tern::loop
