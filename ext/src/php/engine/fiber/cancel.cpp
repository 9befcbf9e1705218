#include "php/engine/fiber/cancel.h"

#include "php/engine/classes.h"

namespace tern::php {

bool cancel_with(Coroutines& coroutines, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept {
    auto& target = static_cast<ProgramCoroutine&>(coroutine);
    if (!target.suspended()) return false;
    target.cancel_throws = exception != nullptr;
    if (exception != nullptr) target.cancel_class = exception;
    return coroutines.scheduler.cancel(coroutine) == Error::ok;
}

void cancel_all(Coroutines& coroutines) noexcept { cancel_since(coroutines, 0); }

void cancel_since(Coroutines& coroutines, int64_t coroutine_id) noexcept {
    constexpr int kRounds = 16;
    coro::Scheduler& scheduler = coroutines.scheduler;
    for (int round = 0; round < kRounds && scheduler.count() > 0 && !coroutines.bailed; ++round) {
        std::vector<int64_t> ids;
        scheduler.each([&](const coro::Coroutine& one) {
            if (one.id() > coroutine_id) ids.push_back(one.id());
        });
        for (int64_t id : ids) {
            coro::Coroutine* one = scheduler.find(id);
            if (one != nullptr && one->suspended()) (void)cancel_with(coroutines, *one, classes.canceled_exception);
        }
    }
}

}  // namespace tern::php
