#include "php/coroutine/program/process_runtime.h"

#include <algorithm>

#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/program_poll.h"
#include "php/coroutine/program/program_signals.h"
#include "php/coroutine/program/program_watches.h"
#include "php/coroutine/program/timers.h"
#include "php/coroutine/program/turn_calls.h"
#include "php/coroutine/report/crash.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/interrupt.h"
#include "php/engine/memory.h"
#include "php/engine/state/engine_state.h"
#include "php/engine/state/held_state.h"
#include "php/engine/state/soap_call.h"
#include "php/isolation/fatal_errors.h"

namespace tern::php {

namespace {

void drop_all(void* argument) {
    auto* runtime = static_cast<Runtime*>(argument);
    if (runtime->timers != nullptr) runtime->timers->clear_all();
    if (runtime->watches != nullptr) runtime->watches->clear();
    if (runtime->turn_calls != nullptr) runtime->turn_calls->clear();
    if (runtime->program_signals != nullptr) runtime->program_signals->clear();
}

// The time limit of a page that computes.
void check_time_limit(Runtime& runtime) {
    Fiber* const fiber = runtime.current();
    const bool is_page =
        fiber != nullptr && fiber->own_state() != nullptr && fiber->own_state()->contains_fatal_errors();
    if (!is_page || !fiber->is_overdue() || EG(exception) != nullptr) return;
    if (handles_interrupt_of_call()) return zend_atomic_bool_store(&EG(vm_interrupt), true);
    fiber->end_overdue();
}

// The last one suspends.
void answer_interrupt() {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr) return;
    runtime->watchdog.answer();
    runtime->slow_request_log.answer();
    check_limits();
    check_time_limit(*runtime);
    runtime->preemption.answer();
}

loop::OffloadLimits thread_limits(const CoroutineOptions& options) noexcept {
    loop::OffloadLimits limits;
    if (options.aio_core_worker_num > 0) limits.kept_threads = static_cast<uint32_t>(options.aio_core_worker_num);
    if (options.aio_worker_num > 0) limits.max_threads = static_cast<uint32_t>(options.aio_worker_num);
    limits.max_threads = std::max(limits.max_threads, limits.kept_threads);
    limits.max_idle_ms = options.aio_max_idle_time_ms;
    return limits;
}

}  // namespace

Runtime::Runtime() noexcept
    : offload(loop),
      signals(scheduler),
      children(scheduler, signals),
      boundary(make_boundary(scheduler, offload)),
      preemption(*this),
      watchdog(*this, boundary),
      slow_request_log(*this) {
    pool.observed = Fiber::observed();
    Coroutines::drop_callbacks = [](Coroutines& self) noexcept { php::drop_callbacks(static_cast<Runtime&>(self)); };
    set_interrupt_handler(answer_interrupt);
    boundary::of_thread = &boundary;
    boundary::forget_in_children();
    HeldState::find();
    DefaultLink::find();
    SoapCall::find_soap();
    end_unseen_exhaustion();
}

Runtime::~Runtime() {
    while (ProgramPoll* one = polls.pop_front()) one->leave_loop();
    boundary::of_thread = nullptr;
    Fiber::delete_idle(pool);
}

Result<Runtime*> open_runtime(zend_fiber_context* root) noexcept {
    auto* fresh = new Runtime;
    if (Error error = fresh->loop.open(); error != Error::ok) {
        delete fresh;
        return error;
    }
    fresh->pool.root = root;
    apply_to(*fresh, *TERN_G(coroutine_options));
    TERN_G(coroutines) = fresh;
    log_crashes();
    return fresh;
}

bool drop_script_runtime() noexcept {
    Runtime* runtime = php::runtime();
    if (runtime == nullptr) return true;
    if (runtime->scheduler.count() > 0 || runtime->loop.alive()) return false;
    if (runtime->ports_in_use != nullptr && runtime->ports_in_use(*runtime)) return false;
    drop_callbacks(*runtime);
    if (runtime->scheduler.count() > 0) return false;
    TERN_G(coroutines) = nullptr;
    delete runtime;
    return true;
}

bool leave_script_runtime() noexcept {
    Runtime* runtime = php::runtime();
    const bool stays = runtime != nullptr && runtime->scheduler.count() == 0 && runtime->loop.has_only_timers() &&
                       (runtime->ports_in_use == nullptr || !runtime->ports_in_use(*runtime));
    return stays || drop_script_runtime();
}

void apply_to(Runtime& runtime, const CoroutineOptions& options) noexcept {
    runtime.pool.max_coroutines = coroutine_limit(options);
    runtime.offload.set_limits(thread_limits(options));
    runtime.name_cache.limit(static_cast<size_t>(options.dns_cache_capacity), options.dns_cache_expire_ms);
    runtime.checks_deadlock = options.enable_deadlock_check;
    const auto wanted = static_cast<size_t>(options.c_stack_size);
    const size_t stack_bytes = wanted == 0 ? usual_stack_bytes() : std::max(wanted, FiberStack::kLeastBytes);
    if (runtime.pool.stacks.use(stack_bytes)) Fiber::delete_idle(runtime.pool);
    apply_hooks();
    const bool by_ini = zend_ini_long(ZEND_STRL("swoole.enable_preemptive_scheduler"), false) != 0;
    runtime.preemption.run(options.enable_preemptive_scheduler || by_ini);
    const int64_t threshold_ms = options.blocking_threshold_ms;
    runtime.watchdog.run(threshold_ms >= 0 ? threshold_ms : ini_blocking_threshold_ms(0));
}

void drop_callbacks(Runtime& runtime) noexcept {
    if (CG(unclean_shutdown)) return;  // the engine frees the program's memory itself
    (void)guard::run(drop_all, &runtime);
}

ProgramMark mark_program(const Runtime* runtime) noexcept {
    if (runtime == nullptr) return {};
    return {runtime->scheduler.last_id(), runtime->timers == nullptr ? 0 : runtime->timers->table().last_id()};
}

bool has_timers_of(const Runtime* runtime, const ProgramSpan& span) noexcept {
    if (runtime == nullptr || runtime->timers == nullptr) return false;
    bool found = false;
    runtime->timers->table().each([&](const loop::NumberedTimer& one) {
        found = found || (one.id() > span.from.timer_id && one.id() <= span.to.timer_id);
    });
    return found;
}

bool has_coroutines_until(const Runtime* runtime, int64_t last_id) noexcept {
    bool found = false;
    if (runtime == nullptr) return found;
    runtime->scheduler.each([&](const coro::Coroutine& one) { found = found || one.id() <= last_id; });
    return found;
}

bool is_pending(const Runtime* runtime, const ProgramSpan& span) noexcept {
    if (runtime == nullptr || runtime->bailed) return false;
    bool found = has_timers_of(runtime, span);
    runtime->scheduler.each([&](const coro::Coroutine& one) {
        found = found || (one.id() > span.from.coroutine_id && one.id() <= span.to.coroutine_id);
    });
    return found;
}

}  // namespace tern::php
