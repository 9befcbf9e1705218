// A lock for coroutines, in order of arrival: readers share it, a writer has it exclusively. It does not know its
// holders. A waiter has the lock already when it is resumed, at the end of the turn of the loop in which the lock was
// released. The lock must not be freed while one of its calls runs.
#pragma once

#include "coro/coroutine.h"

namespace tern::coro {

class Lock {
public:
    enum class Mode : uint8_t { shared, exclusive };

    Lock() noexcept = default;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    bool held() const noexcept { return writing_ || readers_ > 0; }
    bool awaited() const noexcept { return !waiters_.empty(); }

    // False: it would have to wait. A reader also waits after a waiting writer.
    bool try_lock(Mode mode) noexcept;
    // Suspends until it has the lock: Wake::resumed.
    Wake lock(Scheduler& scheduler, Mode mode, Deadline until) noexcept;
    // One of the holders releases it. Until the first waiter runs, try_lock() is false.
    void unlock(Scheduler& scheduler) noexcept;

private:
    struct Waiter : ListHook {
        Waiter(Coroutine& who, Mode wanted) noexcept : coroutine(who), mode(wanted) {}
        using ListHook::unlink;
        Coroutine& coroutine;
        Mode mode;
    };

    bool allows(Mode mode) const noexcept { return !writing_ && (mode == Mode::shared || readers_ == 0); }
    void take(Mode mode) noexcept;
    bool first_may_have_it() noexcept { return !waiters_.empty() && allows(waiters_.front()->mode); }
    void serve_later(Scheduler& scheduler) noexcept;
    void serve_first() noexcept;

    List<Waiter> waiters_;
    loop::Deferred serving_{[](void* self) { static_cast<Lock*>(self)->serve_first(); }, this};
    Scheduler* scheduler_ = nullptr;
    size_t readers_ = 0;
    bool writing_ = false;
};

}  // namespace tern::coro
