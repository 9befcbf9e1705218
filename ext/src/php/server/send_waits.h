// Coroutines that wait for room: in the queue of a connection, or in the inbox of another process.
#pragma once

#include <vector>

#include "php/runtime/process_runtime.h"

namespace tern::php {

class SendWaits {
public:
    // No sessions: for the way to those of other workers; for an inbox, or for a process that can be sent to.
    static constexpr int64_t kRemote = 0;
    static constexpr int64_t kInbox = -1;

    // Until wake(), or the coroutine is cancelled, or the time is over.
    coro::Wake wait(Runtime& all, int64_t session_id, coro::Wait reason = coro::Wait::response,
                    coro::Deadline until = coro::Deadline::never());
    // In the order in which they came. Runs PHP code.
    void wake(Runtime& all, int64_t session_id);
    // In a forked process: they are its parent's.
    void leave_in_child() noexcept { waiters_.clear(); }

private:
    struct Waiter {
        int64_t session_id;
        int64_t coroutine_id;
    };
    std::vector<Waiter> waiters_;
};

}  // namespace tern::php
