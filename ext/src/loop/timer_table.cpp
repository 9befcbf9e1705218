#include "loop/timer_table.h"

#include <limits>

namespace tern::loop {

NumberedTimer::NumberedTimer() noexcept
    : timer_(
          [](void* self) {
              auto* due = static_cast<NumberedTimer*>(self);
              due->table_->on_ripe(*due);
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

void TimerTable::arm(NumberedTimer& timer) noexcept {
    if (timer.repeats()) ticks_.emplace(timer.due_ms_, timer.id_);
    loop_.start_timer(timer.timer_, timer.due_ms_ - loop_.now_ms());
}

void TimerTable::disarm(NumberedTimer& timer) noexcept {
    if (timer.repeats()) ticks_.erase({timer.due_ms_, timer.id_});
    timer.timer_.stop();
}

// Null: no tick must fire before this timer.
NumberedTimer* TimerTable::earlier_tick(const NumberedTimer& timer) const noexcept {
    if (ticks_.empty() || *ticks_.begin() >= std::pair(timer.due_ms_, timer.id_)) return nullptr;
    return find(ticks_.begin()->second);
}

// A call may remove any timer, also this one.
void TimerTable::on_ripe(NumberedTimer& timer) noexcept {
    if (timer.due_ms_ > loop_.now_ms()) return arm(timer);  // its delay was too long for the wheel
    const int64_t id = timer.id_;
    while (NumberedTimer* tick = earlier_tick(timer)) {
        fire(*tick);
        if (find(id) != &timer) return;
    }
    fire(timer);
}

void TimerTable::fire(NumberedTimer& timer) noexcept {
    disarm(timer);
    ++timer.fired_;
    if (timer.repeats()) {
        const int64_t now_ms = loop_.now_ms();
        const int64_t intervals = (now_ms - timer.due_ms_) / timer.interval_ms_ + 1;
        timer.due_ms_ += intervals * timer.interval_ms_;
        arm(timer);
    }
    due_(owner_, timer);
}

void TimerTable::stop(NumberedTimer& timer) noexcept {
    disarm(timer);
    timer.stopped_ = true;
}

void TimerTable::remove(NumberedTimer& timer) noexcept {
    disarm(timer);
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
    ticks_.clear();
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
