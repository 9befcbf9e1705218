#include "coro/lock.h"

namespace tern::coro {

void Lock::take(Mode mode) noexcept {
    if (mode == Mode::shared) {
        ++readers_;
    } else {
        writing_ = true;
    }
}

bool Lock::try_lock(Mode mode) noexcept {
    if (!waiters_.empty() || !allows(mode)) return false;
    take(mode);
    return true;
}

Wake Lock::lock(Scheduler& scheduler, Mode mode, Deadline until) noexcept {
    if (try_lock(mode)) return Wake::resumed;
    Waiter self(*scheduler.current(), mode);
    waiters_.push_back(self);
    const Wake wake = scheduler.suspend(Wait::lock, until);
    if (wake == Wake::resumed) return wake;
    self.unlink();
    serve_later(scheduler);  // readers may have waited only for this writer
    return wake;
}

void Lock::unlock(Scheduler& scheduler) noexcept {
    TERN_CHECK(held());
    if (writing_) {
        writing_ = false;
    } else {
        --readers_;
    }
    serve_later(scheduler);
}

void Lock::serve_later(Scheduler& scheduler) noexcept {
    if (!first_may_have_it() || serving_.pending()) return;
    scheduler_ = &scheduler;
    scheduler.loop().defer(serving_);
}

// One waiter in a turn, since the lock may be freed while that one runs.
void Lock::serve_first() noexcept {
    if (!first_may_have_it() || !waiters_.front()->coroutine.suspended()) return;
    Waiter* first = waiters_.pop_front();
    take(first->mode);
    serve_later(*scheduler_);
    scheduler_->resume(first->coroutine, Wake::resumed);
}

}  // namespace tern::coro
