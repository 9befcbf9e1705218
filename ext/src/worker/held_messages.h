// Messages that a worker has taken from its inbox and cannot handle yet, in the order of arrival. Either the worker
// waits for a result outside of coroutines, or it stops and leaves the messages to its successor.
#pragma once

#include <deque>

#include "proc/inbox.h"

namespace tern::worker {

class HeldMessages {
public:
    static constexpr size_t kMostBytes = 16 << 20;

    void push(proc::Message&& message) {
        bytes_ += sizeof(proc::OwnedMessage) + message.payload.size();
        messages_.push_back(proc::OwnedMessage::of(std::move(message)));
    }
    // Call it only when there is a message.
    proc::OwnedMessage pop() {
        proc::OwnedMessage first = std::move(messages_.front());
        messages_.pop_front();
        bytes_ -= sizeof(proc::OwnedMessage) + first.payload.size();
        return first;
    }
    bool empty() const noexcept { return messages_.empty(); }
    size_t count() const noexcept { return messages_.size(); }
    // True: the reader must take no more messages.
    bool full() const noexcept { return bytes_ > kMostBytes; }

private:
    std::deque<proc::OwnedMessage> messages_;
    size_t bytes_ = 0;
};

}  // namespace tern::worker
