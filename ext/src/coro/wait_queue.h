// Coroutines that wait for the same event, in order of arrival. A waiter is on the stack of its coroutine and leaves
// the queue before wait() returns, however that ends. Waking runs the coroutine at once, inside the call: afterwards
// the queue's owner may be changed or closed, but it must not be freed meanwhile.
#pragma once

#include "base/list.h"
#include "coro/coroutine.h"

namespace tern::coro {

class WaitQueue {
public:
    struct Waiter : ListHook {
        using ListHook::linked;
        using ListHook::unlink;
        Coroutine* coroutine = nullptr;
    };

    WaitQueue() noexcept = default;
    WaitQueue(const WaitQueue&) = delete;
    WaitQueue& operator=(const WaitQueue&) = delete;

    bool empty() const noexcept { return size_ == 0; }
    size_t size() const noexcept { return size_; }

    // Suspends the running coroutine, at the end of the queue.
    Wake wait(Scheduler& scheduler, Wait reason, Deadline until) noexcept {
        Waiter self;
        self.coroutine = scheduler.current();
        add(self);
        const Wake wake = scheduler.suspend(reason, until);
        remove(self);
        return wake;
    }

    // For a coroutine that waits in several queues: it adds itself to each, suspends, and removes itself from all.
    void add(Waiter& waiter) noexcept {
        waiters_.push_back(waiter);
        ++size_;
    }
    void remove(Waiter& waiter) noexcept {
        if (!waiter.linked()) return;  // it was woken by this queue
        waiter.unlink();
        --size_;
    }

    // Runs the first one. False: none waits. In a forked process the parent's waiters are dropped.
    bool wake_one(Scheduler& scheduler) noexcept {
        while (Waiter* first = waiters_.pop_front()) {
            --size_;
            if (!scheduler.owns(*first->coroutine)) continue;
            scheduler.resume(*first->coroutine, Wake::resumed);
            return true;
        }
        return false;
    }

private:
    List<Waiter> waiters_;
    size_t size_ = 0;
};

}  // namespace tern::coro
