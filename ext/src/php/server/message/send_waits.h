// Coroutines that wait for room: in the queue of a connection, or in the inbox of another process.
#pragma once

#include <vector>

#include "php/coroutine/program/process_runtime.h"
#include "worker/messenger.h"

namespace tern::php {

class SendWaits {
public:
    // Special keys that are no sessions: kRemote waits for the queue to other workers, kInbox for an inbox or a
    // process.
    static constexpr int64_t kRemote = 0;
    static constexpr int64_t kInbox = -1;

    // Waits until wake(), until the coroutine is cancelled, or until the time is over.
    coro::Wake wait(Runtime& runtime, int64_t session_id, coro::Wait reason = coro::Wait::response,
                    coro::Deadline until = coro::Deadline::never());
    // After a temporary error of a message: until the other inbox may have room. Blocks outside of coroutines. False:
    // no more is to be tried.
    bool wait_for_room(Error error, worker::RoomWait& room);
    // Wakes the waiting coroutines in order. Runs PHP code.
    void wake(Runtime& runtime, int64_t session_id);
    // For a forked process: the waiting coroutines are its parent's.
    void leave_in_child() noexcept { waiters_.clear(); }

private:
    struct Waiter {
        int64_t session_id;
        int64_t coroutine_id;
    };
    std::vector<Waiter> waiters_;
};

}  // namespace tern::php
