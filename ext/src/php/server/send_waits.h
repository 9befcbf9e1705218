// Coroutines that wait in send() for room in the queue of a connection.
#pragma once

#include <vector>

#include "php/runtime/process_runtime.h"

namespace tern::php {

class SendWaits {
public:
    static constexpr int64_t kForeign = 0;  // no session: for the way to those of other workers

    // Until wake(), or the coroutine is cancelled.
    coro::Wake wait(Runtime& all, int64_t session_id);
    // In the order in which they came. Runs PHP code.
    void wake(Runtime& all, int64_t session_id);

private:
    struct Waiter {
        int64_t session_id;
        int64_t coroutine_id;
    };
    std::vector<Waiter> waiters_;
};

}  // namespace tern::php
