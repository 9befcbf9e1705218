// A lock that coroutines wait for, first come first served: readers share it, a writer has it alone. It does not know
// who holds it. Whoever waits has it already when it is resumed, at once, inside the call that made it free. It must
// not be freed while a call of it runs.
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

    // False when it would have to wait: a reader also waits behind a writer that waits.
    bool try_lock(Mode mode) noexcept;
    // Suspends until it has it: that is Wake::resumed.
    Wake lock(Scheduler& scheduler, Mode mode, Deadline until) noexcept;
    // One of those who have it gives it back.
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
    void serve(Scheduler& scheduler) noexcept;

    List<Waiter> waiters_;
    size_t readers_ = 0;
    bool writing_ = false;
};

}  // namespace tern::coro
