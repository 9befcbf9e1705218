// Coroutines of one process that wait for something that must be polled, such as a lock of another process. The first
// one polls, with growing intervals; the others wait for their turn in order. Code that knows of a change calls
// ask_now().
#pragma once

#include <algorithm>

#include "base/pause.h"
#include "coro/coroutine.h"

namespace tern::coro {

class Turns {
public:
    Turns() = default;
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    bool empty() const noexcept { return waiters_.empty(); }

    // Polls until `ask()` is true: Wake::resumed. Suspends, unless no other coroutine waits and it is true at once.
    template <class Ask>
    Wake wait(Scheduler& scheduler, Deadline until, Wait reason, Ask ask) noexcept;

    // Runs the first one, which polls, and then the next ones as long as the first one changes.
    void ask_now(Scheduler& scheduler) noexcept {
        const Waiter* before = nullptr;
        for (Waiter* first = waiters_.front(); first != before; first = waiters_.front()) {
            if (first == nullptr || !first->coroutine.suspended()) return;
            before = first;
            scheduler.resume(first->coroutine, Wake::resumed);
        }
    }

private:
    static void ask_deferred(void* self) {
        auto* turns = static_cast<Turns*>(self);
        turns->ask_now(*turns->scheduler_);
    }

    struct Waiter : ListHook {
        explicit Waiter(Coroutine& who) noexcept : coroutine(who) {}
        using ListHook::unlink;
        Coroutine& coroutine;
    };

    List<Waiter> waiters_;
    Scheduler* scheduler_ = nullptr;
    loop::Deferred next_asks_{ask_deferred, this};
};

template <class Ask>
Wake Turns::wait(Scheduler& scheduler, Deadline until, Wait reason, Ask ask) noexcept {
    Waiter self(*scheduler.current());
    waiters_.push_back(self);
    Wake outcome = Wake::timed_out;
    Pause pause;
    for (;;) {
        const bool first = waiters_.front() == &self;
        if (first && ask()) {
            outcome = Wake::resumed;
            break;
        }
        if (until.finite() && monotonic_ms() >= until.at_ms) break;
        Deadline next = until;
        if (first) {
            next = Deadline::in(pause.next_ms());
            if (until.finite()) next.at_ms = std::min(next.at_ms, until.at_ms);
        }
        outcome = scheduler.suspend(reason, next);
        if (outcome == Wake::canceled) break;
        outcome = Wake::timed_out;
    }
    self.unlink();
    scheduler_ = &scheduler;
    if (!waiters_.empty()) scheduler.loop().defer(next_asks_);
    return outcome;
}

}  // namespace tern::coro
