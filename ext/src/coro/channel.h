// A queue of limited length between coroutines: a producer waits for room, a consumer waits for a value, each in order
// of arrival. A waiting coroutine is resumed at once, inside the call that made it possible, and takes its value or its
// room before other code runs. So there are values only while no consumer waits, and room only while no producer waits.
// A channel must not be freed while one of its calls runs. The owner frees the values that are left.
#pragma once

#include "base/ring.h"
#include "coro/wait_queue.h"

namespace tern::coro {

enum class ChannelResult : uint8_t { ok, timed_out, closed, canceled };

template <class T>
class Channel {
public:
    // At least 1; the queue grows as it fills.
    explicit Channel(size_t capacity) noexcept : capacity_(capacity) { TERN_CHECK(capacity > 0); }

    size_t capacity() const noexcept { return capacity_; }
    const Ring<T>& values() const noexcept { return values_; }
    bool empty() const noexcept { return values_.empty(); }
    bool full() const noexcept { return values_.size() >= capacity_; }
    bool closed() const noexcept { return closed_; }
    size_t producers() const noexcept { return producers_.size(); }
    size_t consumers() const noexcept { return consumers_.size(); }

    // Whether the call would suspend. Outside of coroutines it must not.
    bool push_waits() const noexcept { return !closed_ && (full() || !producers_.empty()); }
    bool pop_waits() const noexcept { return !closed_ && (values_.empty() || !consumers_.empty()); }

    // Suspends if push_waits(). After every result but ok the caller still owns the value.
    ChannelResult push(Scheduler& scheduler, const T& value, Deadline until) noexcept {
        if (push_waits()) {
            const Wake wake = producers_.wait(scheduler, Wait::channel_push, until);
            if (wake != Wake::resumed) return ended_by(wake);
        }
        if (closed_) return ChannelResult::closed;
        values_.push_back(value);
        if (!consumers_.wake_one(scheduler)) wake_readers(scheduler);
        return ChannelResult::ok;
    }

    // Suspends if pop_waits(). The values left in a closed channel can still be taken.
    ChannelResult pop(Scheduler& scheduler, T* into, Deadline until) noexcept {
        if (pop_waits()) {
            const Wake wake = consumers_.wait(scheduler, Wait::channel_pop, until);
            if (wake != Wake::resumed) return ended_by(wake);
        }
        if (values_.empty()) return ChannelResult::closed;
        *into = values_.pop_front();
        if (!producers_.wake_one(scheduler)) wake_writers(scheduler);
        return ChannelResult::ok;
    }

    // Ends all waits. False: it was closed already.
    bool close(Scheduler& scheduler) noexcept {
        if (closed_) return false;
        closed_ = true;
        while (producers_.wake_one(scheduler)) {}
        while (consumers_.wake_one(scheduler)) {}
        wake_readers(scheduler);
        wake_writers(scheduler);
        return true;
    }

    // Coroutines that wait until a call would not suspend: coro/channel_select. All of them are woken, one by one, as
    // long as that is so.
    WaitQueue& readers() noexcept { return readers_; }
    WaitQueue& writers() noexcept { return writers_; }

    // For the owner before it frees the channel; no coroutine may wait.
    T take_front() noexcept { return values_.pop_front(); }

private:
    static ChannelResult ended_by(Wake wake) noexcept {
        return wake == Wake::canceled ? ChannelResult::canceled : ChannelResult::timed_out;
    }

    void wake_readers(Scheduler& scheduler) noexcept {
        while (!pop_waits() && readers_.wake_one(scheduler)) {}
    }
    void wake_writers(Scheduler& scheduler) noexcept {
        while (!push_waits() && writers_.wake_one(scheduler)) {}
    }

    const size_t capacity_;
    bool closed_ = false;
    Ring<T> values_;
    WaitQueue producers_;
    WaitQueue consumers_;
    WaitQueue readers_;
    WaitQueue writers_;
};

}  // namespace tern::coro
