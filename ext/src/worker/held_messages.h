// Messages that a worker has taken from its inbox and cannot handle yet: it waits for a result outside of coroutines,
// or it stops and leaves them to its successor. In the order in which they came.
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
    // Not empty.
    proc::OwnedMessage pop() {
        proc::OwnedMessage first = std::move(messages_.front());
        messages_.pop_front();
        bytes_ -= sizeof(proc::OwnedMessage) + first.payload.size();
        return first;
    }
    bool empty() const noexcept { return messages_.empty(); }
    size_t count() const noexcept { return messages_.size(); }
    // The reader should take no more.
    bool full() const noexcept { return bytes_ > kMostBytes; }

private:
    std::deque<proc::OwnedMessage> messages_;
    size_t bytes_ = 0;
};

}  // namespace tern::worker
