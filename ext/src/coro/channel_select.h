// A wait for the first of several channels that can be read or written without waiting. It does not read or write.
// The channels must outlive the wait.
#pragma once

#include <memory>

#include "coro/channel.h"

namespace tern::coro {

template <class T>
class ChannelSelect {
public:
    explicit ChannelSelect(size_t most) : watches_(new Watch[most]), most_(most) {}

    void add_reader(Channel<T>& channel) noexcept { add(channel.readers(), !channel.pop_waits()); }
    void add_writer(Channel<T>& channel) noexcept { add(channel.writers(), !channel.push_waits()); }

    // Suspends unless a channel was ready when it was added.
    Wake wait(Scheduler& scheduler, Deadline until) noexcept {
        if (ready_) return Wake::resumed;
        for (size_t i = 0; i < count_; ++i) {
            watches_[i].waiter.coroutine = scheduler.current();
            watches_[i].queue->add(watches_[i].waiter);
        }
        const Wake wake = scheduler.suspend(Wait::channels, until);
        for (size_t i = 0; i < count_; ++i) watches_[i].queue->remove(watches_[i].waiter);
        return wake;
    }

private:
    struct Watch {
        WaitQueue::Waiter waiter;
        WaitQueue* queue = nullptr;
    };

    void add(WaitQueue& queue, bool is_ready) noexcept {
        TERN_CHECK(count_ < most_);
        watches_[count_++].queue = &queue;
        ready_ = ready_ || is_ready;
    }

    std::unique_ptr<Watch[]> watches_;
    size_t most_;
    size_t count_ = 0;
    bool ready_ = false;
};

}  // namespace tern::coro
