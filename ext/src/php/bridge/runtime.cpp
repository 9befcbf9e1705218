#include "php/bridge/runtime.h"

#include <algorithm>

#include "php/bridge/classes.h"
#include "php/bridge/hooks.h"

namespace tern::php {

Runtime::~Runtime() {
    boundary::of_thread = nullptr;
    for (Fiber* fiber : idle) delete fiber;
}

void apply_to(Runtime& all, const CoroutineOptions& options) noexcept {
    all.max_coroutines = static_cast<size_t>(options.max_coroutine);
    all.checks_deadlock = options.enable_deadlock_check;
    const auto wanted = static_cast<size_t>(options.c_stack_size);
    if (all.stacks.use(wanted == 0 ? usual_stack_bytes() : std::max(wanted, FiberStack::kLeastBytes))) {
        for (Fiber* fiber : all.idle) delete fiber;
        all.idle.clear();
    }
    apply_hooks(all);
    all.preemption.run(options.enable_preemptive_scheduler || INI_BOOL("swoole.enable_preemptive_scheduler"));
}

bool cancel_with(Runtime& all, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept {
    auto& fiber = static_cast<Fiber&>(coroutine);
    fiber.cancel_throws = exception != nullptr;
    fiber.cancel_class = exception;
    return all.scheduler.cancel(coroutine) == Error::ok;
}

void cancel_all(Runtime& all) noexcept {
    constexpr int kRounds = 16;
    for (int round = 0; round < kRounds && all.scheduler.count() > 0 && !all.bailed; ++round) {
        std::vector<int64_t> ids;
        all.scheduler.each([&ids](coro::Coroutine& one) { ids.push_back(one.id()); });
        for (int64_t id : ids) {
            coro::Coroutine* one = all.scheduler.find(id);
            if (one != nullptr && one->suspended()) (void)cancel_with(all, *one, classes.canceled_exception);
        }
    }
}

}  // namespace tern::php
