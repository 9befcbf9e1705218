#include "coro/run_order.h"

#include <algorithm>

#include "coro/coroutine.h"

namespace tern::coro {

RunOrder::RunOrder(Scheduler& scheduler, loop::Loop& loop, loop::Loop::Clock clock) noexcept
    : scheduler_(scheduler),
      loop_(loop),
      clock_(clock),
      next_([](void* self) { static_cast<RunOrder*>(self)->run_first(); }, this) {}

bool RunOrder::enter() noexcept {
    Coroutine& self = *scheduler_.current();
    const bool runs_already = self.precedence_ != nullptr;
    if (!runs_already) {
        self.precedence_ = new Precedence(++last_number_);
        under_way_.push_back(*self.precedence_);
        ++requests_;
    }
    if (requests_ > 1 || (!runs_already && has_run_long())) return false;
    ran_in_turn_ = loop_.turns();
    return true;
}

// In this turn. Requests that do not wait are over when the next one enters, and the loop looks for events between
// them.
bool RunOrder::has_run_long() const noexcept {
    return ran_in_turn_ == loop_.turns() && loop_.fresh_us() - loop_.now_us() >= kBatchUs;
}

bool RunOrder::delays_older() noexcept {
    const Precedence* own = scheduler_.current()->precedence_;
    return own != nullptr && own != under_way_.front() && clock_() - resumed_us_ >= kBatchUs;
}

void RunOrder::leave(Precedence& precedence) noexcept {
    if (--precedence.coroutines > 0) return;
    if (precedence.all_us > 0) mean_us_ += (precedence.all_us - mean_us_) / kMeanOf;
    delete &precedence;
    if (requests_ > 0) --requests_;  // a forked process has coroutines of its parent
}

Wake RunOrder::wait_for_start(Deadline until) noexcept {
    (void)enter();
    wake(*scheduler_.current(), Wake::resumed);
    return scheduler_.suspend(Wait::start, until);
}

void RunOrder::wake(Coroutine& coroutine, Wake reason) noexcept {
    if (!coroutine.linked()) {
        coroutine.wake_ = reason;
        insert(coroutine);
        if (!next_.pending()) loop_.defer(next_);
    } else if (coroutine.waits_for_ == Wait::start) {
        scheduler_.resume(coroutine, reason);
    } else if (reason == Wake::resumed) {
        coroutine.wake_ = reason;
    }
}

void RunOrder::insert(Coroutine& coroutine) noexcept {
    const uint64_t number = coroutine.precedence_->number;
    if (ready_.empty() || ready_.back()->precedence_->number <= number) return ready_.push_back(coroutine);
    Coroutine* behind = ready_.front();
    while (behind->precedence_->number <= number) behind = ready_.next(*behind);
    ready_.insert_before(coroutine, *behind);
}

// Events that the loop has not asked for since the last run may let an older request run: a new one starts only after
// the loop has looked.
void RunOrder::run_first() noexcept {
    const int64_t began_us = clock_();
    int64_t now_us = began_us;
    while (Coroutine* first = ready_.front()) {
        const bool starts = first->waits_for_ == Wait::start;
        if (now_us - began_us >= kBatchUs || (starts && ran_in_turn_ == loop_.turns())) break;
        run(*first, now_us);
    }
    if (!ready_.empty() && !next_.pending()) loop_.defer(next_);
}

void RunOrder::run(Coroutine& coroutine, int64_t& now_us) noexcept {
    Precedence& precedence = *share(*coroutine.precedence_);
    ran_in_turn_ = loop_.turns();
    resumed_us_ = now_us;
    scheduler_.resume(coroutine, coroutine.wake_);
    const int64_t after_us = clock_();
    precedence.ran_us += after_us - now_us;
    precedence.all_us += after_us - now_us;
    now_us = after_us;
    if (precedence.ran_us >= slice_us()) move_to_end(precedence);
    leave(precedence);
}

int64_t RunOrder::slice_us() const noexcept { return std::clamp(2 * mean_us_, kLeastSliceUs, kMostSliceUs); }

void RunOrder::move_to_end(Precedence& precedence) noexcept {
    precedence.number = ++last_number_;
    precedence.ran_us = 0;
    under_way_.push_back(precedence);
    const Coroutine* last = ready_.back();
    for (Coroutine* one = ready_.front(); one != nullptr;) {
        Coroutine* following = one == last ? nullptr : ready_.next(*one);
        if (one->precedence_ == &precedence) ready_.push_back(*one);
        one = following;
    }
}

}  // namespace tern::coro
