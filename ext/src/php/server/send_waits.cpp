#include "php/server/send_waits.h"

#include <algorithm>

namespace tern::php {

coro::Wake SendWaits::wait(Runtime& all, int64_t session_id, coro::Wait reason, coro::Deadline until) {
    const int64_t id = all.current()->id();
    waiters_.push_back({session_id, id});
    const coro::Wake wake = all.scheduler.suspend(reason, until);
    std::erase_if(waiters_, [id](const Waiter& one) { return one.coroutine_id == id; });
    return wake;
}

void SendWaits::wake(Runtime& all, int64_t session_id) {
    // Who finds no room waits again, behind those of now.
    const size_t count = static_cast<size_t>(
        std::ranges::count_if(waiters_, [session_id](const Waiter& one) { return one.session_id == session_id; }));
    for (size_t i = 0; i < count && !all.bailed; ++i) {
        auto found = std::ranges::find_if(waiters_, [&](const Waiter& one) { return one.session_id == session_id; });
        if (found == waiters_.end()) return;
        coro::Coroutine* waiter = all.scheduler.find(found->coroutine_id);
        waiters_.erase(found);
        if (waiter != nullptr && waiter->suspended()) all.scheduler.resume(*waiter, coro::Wake::resumed);
    }
}

}  // namespace tern::php
