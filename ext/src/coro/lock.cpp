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
    serve(scheduler);  // readers may have waited only for this writer
    return wake;
}

void Lock::unlock(Scheduler& scheduler) noexcept {
    TERN_CHECK(held());
    if (writing_) {
        writing_ = false;
    } else {
        --readers_;
    }
    serve(scheduler);
}

// Each resumed waiter may release the lock at once, and others may come: so the first one is read again every time.
void Lock::serve(Scheduler& scheduler) noexcept {
    while (!waiters_.empty() && allows(waiters_.front()->mode)) {
        Waiter* first = waiters_.pop_front();
        take(first->mode);
        scheduler.resume(first->coroutine, Wake::resumed);
    }
}

}  // namespace tern::coro
