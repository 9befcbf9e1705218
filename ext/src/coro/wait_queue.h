// Coroutines that wait for the same event, in order of arrival. A waiter is on the stack of its coroutine and leaves
// the queue before wait() returns, however that ends. Waking runs the coroutine at once, inside the call: afterwards
// the queue's owner may be changed or closed, but it must not be freed meanwhile.
#pragma once

#include "base/list.h"
#include "coro/coroutine.h"

namespace tern::coro {

class WaitQueue {
public:
    WaitQueue() noexcept = default;
    WaitQueue(const WaitQueue&) = delete;
    WaitQueue& operator=(const WaitQueue&) = delete;

    bool empty() const noexcept { return size_ == 0; }
    size_t size() const noexcept { return size_; }

    // Suspends the running coroutine, at the end of the queue.
    Wake wait(Scheduler& scheduler, Wait reason, Deadline until) noexcept {
        Waiter self(*scheduler.current());
        waiters_.push_back(self);
        ++size_;
        Wake wake = scheduler.suspend(reason, until);
        if (self.linked()) --size_;
        return wake;
    }

    // Runs the first one. False: none waits. In a forked process the parent's waiters are dropped.
    bool wake_one(Scheduler& scheduler) noexcept {
        while (Waiter* first = waiters_.pop_front()) {
            --size_;
            if (!scheduler.owns(first->coroutine)) continue;
            scheduler.resume(first->coroutine, Wake::resumed);
            return true;
        }
        return false;
    }

private:
    struct Waiter : ListHook {
        explicit Waiter(Coroutine& who) noexcept : coroutine(who) {}
        using ListHook::linked;
        Coroutine& coroutine;
    };

    List<Waiter> waiters_;
    size_t size_ = 0;
};

}  // namespace tern::coro
