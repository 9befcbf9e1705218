#include "php/server/message/send_waits.h"

#include <algorithm>

namespace tern::php {

coro::Wake SendWaits::wait(Runtime& runtime, int64_t session_id, coro::Wait reason, coro::Deadline until) {
    const int64_t id = runtime.current()->id();
    waiters_.push_back({session_id, id});
    const coro::Wake wake = runtime.scheduler.suspend(reason, until);
    std::erase_if(waiters_, [id](const Waiter& one) { return one.coroutine_id == id; });
    return wake;
}

bool SendWaits::wait_for_room(Error error, worker::RoomWait& room) {
    if (!worker::RoomWait::is_temporary(error) || room.over()) return false;
    Runtime* runtime = php::runtime();
    if (runtime == nullptr || !runtime->may_suspend()) {
        room.wait(error);
        return true;
    }
    const coro::Deadline until{room.wake_up_ms(error)};
    return wait(*runtime, kInbox, coro::Wait::sleep, until) != coro::Wake::canceled;
}

void SendWaits::wake(Runtime& runtime, int64_t session_id) {
    // A coroutine that finds no room waits again, so only those that wait now are woken.
    const size_t count = static_cast<size_t>(
        std::ranges::count_if(waiters_, [session_id](const Waiter& one) { return one.session_id == session_id; }));
    for (size_t i = 0; i < count && !runtime.bailed; ++i) {
        auto found = std::ranges::find_if(waiters_, [&](const Waiter& one) { return one.session_id == session_id; });
        if (found == waiters_.end()) return;
        coro::Coroutine* waiter = runtime.scheduler.find(found->coroutine_id);
        waiters_.erase(found);
        if (waiter != nullptr && waiter->suspended()) runtime.scheduler.resume(*waiter, coro::Wake::resumed);
    }
}

}  // namespace tern::php
