#include "php/runtime/process_runtime.h"

#include <algorithm>

#include "php/bridge/classes.h"
#include "php/bridge/guard.h"
#include "php/bridge/soap_call.h"
#include "php/hooks/blocking_calls.h"
#include "php/runtime/program_signals.h"
#include "php/runtime/timers.h"
#include "php/runtime/turn_calls.h"
#include "php/runtime/watches.h"

namespace tern::php {

namespace {

void drop_all(void* runtime) {
    auto* all = static_cast<Runtime*>(runtime);
    if (all->timers != nullptr) all->timers->clear_all();
    if (all->watches != nullptr) all->watches->clear();
    if (all->turn_calls != nullptr) all->turn_calls->clear();
    if (all->program_signals != nullptr) all->program_signals->clear();
}

}  // namespace

Runtime::Runtime() noexcept
    : scheduler(loop),
      offload(loop),
      signals(scheduler),
      children(scheduler, signals),
      boundary(make_boundary(scheduler, offload)) {
    boundary::of_thread = &boundary;
    boundary::forget_in_children();
    SoapCall::find_soap();
}

Runtime::~Runtime() {
    boundary::of_thread = nullptr;
    for (Fiber* fiber : idle) delete fiber;
}

namespace {

loop::OffloadLimits thread_limits(const CoroutineOptions& options) noexcept {
    loop::OffloadLimits limits;
    if (options.aio_core_worker_num > 0) limits.kept_threads = static_cast<uint32_t>(options.aio_core_worker_num);
    if (options.aio_worker_num > 0) limits.max_threads = static_cast<uint32_t>(options.aio_worker_num);
    limits.max_threads = std::max(limits.max_threads, limits.kept_threads);
    limits.max_idle_ms = options.aio_max_idle_time_ms;
    return limits;
}

}  // namespace

void apply_to(Runtime& all, const CoroutineOptions& options) noexcept {
    all.max_coroutines = static_cast<size_t>(options.max_coroutine);
    all.offload.set_limits(thread_limits(options));
    all.checks_deadlock = options.enable_deadlock_check;
    const auto wanted = static_cast<size_t>(options.c_stack_size);
    if (all.stacks.use(wanted == 0 ? usual_stack_bytes() : std::max(wanted, FiberStack::kLeastBytes))) {
        for (Fiber* fiber : all.idle) delete fiber;
        all.idle.clear();
    }
    apply_hooks(all);
    all.preemption.run(options.enable_preemptive_scheduler || INI_BOOL("swoole.enable_preemptive_scheduler"));
    all.watchdog.run(options.blocking_threshold_ms >= 0 ? options.blocking_threshold_ms : ini_blocking_threshold_ms(0));
}

bool cancel_with(Runtime& all, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept {
    auto& fiber = static_cast<Fiber&>(coroutine);
    if (!fiber.suspended()) return false;
    fiber.cancel_throws = exception != nullptr;
    if (exception != nullptr) fiber.cancel_class = exception;
    return all.scheduler.cancel(coroutine) == Error::ok;
}

void cancel_all(Runtime& all) noexcept { cancel_since(all, {}); }

void cancel_since(Runtime& all, const ProgramMark& mark) noexcept {
    constexpr int kRounds = 16;
    for (int round = 0; round < kRounds && all.scheduler.count() > 0 && !all.bailed; ++round) {
        std::vector<int64_t> ids;
        all.scheduler.each([&](const coro::Coroutine& one) {
            if (one.id() > mark.coroutine_id) ids.push_back(one.id());
        });
        for (int64_t id : ids) {
            coro::Coroutine* one = all.scheduler.find(id);
            if (one != nullptr && one->suspended()) (void)cancel_with(all, *one, classes.canceled_exception);
        }
    }
}

ProgramMark mark_program(const Runtime* all) noexcept {
    if (all == nullptr) return {};
    return {all->scheduler.last_id(), all->timers == nullptr ? 0 : all->timers->table().last_id()};
}

bool has_timers_of(const Runtime* all, const ProgramSpan& span) noexcept {
    if (all == nullptr || all->timers == nullptr) return false;
    bool found = false;
    all->timers->table().each([&](const loop::NumberedTimer& one) {
        found = found || (one.id() > span.from.timer_id && one.id() <= span.to.timer_id);
    });
    return found;
}

bool is_pending(const Runtime* all, const ProgramSpan& span) noexcept {
    if (all == nullptr || all->bailed) return false;
    bool found = has_timers_of(all, span);
    all->scheduler.each([&](const coro::Coroutine& one) {
        found = found || (one.id() > span.from.coroutine_id && one.id() <= span.to.coroutine_id);
    });
    return found;
}

void drop_callbacks(Runtime& all) noexcept {
    if (CG(unclean_shutdown)) return;  // the engine frees the program's memory itself
    (void)guard::run(drop_all, &all);
}

}  // namespace tern::php
