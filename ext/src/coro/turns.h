// Coroutines of one process that wait for something that only asking tells: a lock that another process has. The first
// in line asks, less and less often, and the others wait for their turn, first come first served. Whoever knows that it
// is worth asking calls ask_now().
#pragma once

#include <algorithm>

#include "coro/coroutine.h"

namespace tern::coro {

class Turns {
public:
    Turns() = default;
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    bool empty() const noexcept { return waiters_.empty(); }

    // Asks until `ask()` is true: that is Wake::resumed. Suspends, unless somebody is first already or it is true at
    // once. When it returns, the next one has been asked for its own part, and may have run.
    template <class Ask>
    Wake wait(Scheduler& scheduler, Deadline until, Wait reason, Ask ask) noexcept;

    // Runs the first one, which asks.
    void ask_now(Scheduler& scheduler) noexcept {
        if (Waiter* first = waiters_.front(); first != nullptr && first->coroutine.suspended()) {
            scheduler.resume(first->coroutine, Wake::resumed);
        }
    }

private:
    static constexpr int64_t kLongestPauseMs = 20;

    struct Waiter : ListHook {
        explicit Waiter(Coroutine& who) noexcept : coroutine(who) {}
        using ListHook::unlink;
        Coroutine& coroutine;
    };

    List<Waiter> waiters_;
};

template <class Ask>
Wake Turns::wait(Scheduler& scheduler, Deadline until, Wait reason, Ask ask) noexcept {
    Waiter self(*scheduler.current());
    waiters_.push_back(self);
    Wake outcome = Wake::timed_out;
    for (int64_t pause_ms = 1;;) {
        const bool first = waiters_.front() == &self;
        if (first && ask()) {
            outcome = Wake::resumed;
            break;
        }
        if (until.finite() && monotonic_ms() >= until.at_ms) break;
        Deadline next = until;
        if (first) {
            next = Deadline::in(pause_ms);
            if (until.finite()) next.at_ms = std::min(next.at_ms, until.at_ms);
            pause_ms = std::min(pause_ms * 2, kLongestPauseMs);
        }
        outcome = scheduler.suspend(reason, next);
        if (outcome == Wake::canceled) break;
        outcome = Wake::timed_out;
    }
    self.unlink();
    ask_now(scheduler);
    return outcome;
}

}  // namespace tern::coro
