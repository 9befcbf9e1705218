#include "php/engine/fiber/program_entry.h"

#include <utility>

#include "php/engine/fiber/containment.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/interrupt.h"
#include "php/engine/state/own_state.h"

namespace tern::php {

Entry enter_outside(Coroutines& coroutines, void (*run)(void* argument), void* argument) noexcept {
    if (coroutines.bailed) return Entry::refused;
    const bool outer = std::exchange(coroutines.handling, true);
    (void)guard::run(run, argument);
    coroutines.handling = outer;
    if (coroutines.bailed) return Entry::bailed;
    end_time_limit();
    return Entry::entered;
}

namespace {

void drop(void* argument) {
    LoopCall call = *static_cast<LoopCall*>(argument);
    zval_ptr_dtor(&call.callable);
    if (call.count > 0) zval_ptr_dtor(&call.argument);
}

void run(void* argument) {
    LoopCall call = *static_cast<LoopCall*>(argument);
    (void)call_last(&call.callable, call.count, &call.argument);
    drop(&call);
}

// With `releases` the callable is released before the deferred calls.
bool call_and_defer(zval* callable, uint32_t count, zval* arguments, void (*bail)(), bool releases) {
    zval result;
    ZVAL_UNDEF(&result);
    if (EG(exception) == nullptr) call_user_function(nullptr, nullptr, callable, &result, count, arguments);
    bail();
    const bool threw = EG(exception) != nullptr;
    if (releases) zval_ptr_dtor(callable);
    run_deferred(&result);
    zval_ptr_dtor(&result);
    return !threw;
}

// This is needed even if there is a __call() that would be found instead.
bool is_callable_from_anywhere(const zval* callable, const zend_function* function) {
    if (Z_TYPE_P(callable) == IS_OBJECT) return true;
    zend_fcall_info_cache found;
    if (!zend_is_callable_at_frame(const_cast<zval*>(callable), nullptr, nullptr, IS_CALLABLE_SUPPRESS_DEPRECATIONS,
                                   &found, nullptr)) {
        return false;
    }
    const bool same = found.function_handler == function;
    zend_release_fcall_info_cache(&found);
    return same;
}

// A descriptor that stays ready would fill the log.
void warn_of_dropped_call(Coroutines& coroutines) noexcept {
    constexpr int64_t kPauseMs = 1000;
    LoopCalls& calls = coroutines.loop_calls;
    const int64_t now_ms = coroutines.loop.now_ms();
    ++calls.dropped;
    if (now_ms < calls.next_warning_ms) return;
    calls.next_warning_ms = now_ms + kPauseMs;
    TERN_G(log)->print(LogLevel::warning,
                       "there are %zu coroutines: no room for calls of timers and events, %zu by now",
                       coroutines.scheduler.count(), calls.dropped);
}

}  // namespace

bool call_last(zval* callable, uint32_t count, zval* arguments) {
    return call_and_defer(callable, count, arguments, bail_unless_contained, false);
}

bool call_last_and_release(zval* callable, uint32_t count, zval* arguments) {
    const bool returned = call_and_defer(callable, count, arguments, bail_if_fatal, true);
    for (uint32_t i = 0; i < count; ++i) zval_ptr_dtor(&arguments[i]);
    return returned;
}

void call_back(Coroutines& coroutines, LoopCall& call) noexcept {
    if (!enter_program(coroutines, run, &call)) (void)guard::run(drop, &call);
}

bool enter_program(Coroutines& coroutines, void (*body)(void* argument), void* argument) noexcept {
    if (coroutines.bailed || coroutines.script.ending) return false;
    if (!coroutines.loop_calls.in_coroutines) {
        if (guard::run(body, argument) != Outcome::bailed && !coroutines.is_script) end_time_limit();
        return true;
    }
    if (Fiber::spawn(coroutines, {body, nullptr, nullptr}, argument)) return true;
    if (!coroutines.bailed) warn_of_dropped_call(coroutines);
    return false;
}

void keep_callable(const zend_fcall_info& callable, zend_fcall_info_cache& cache, zval* into) {
    zend_function* function = cache.function_handler;
    const zval* given = &callable.function_name;
    const bool by_call_method = function == nullptr || (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) != 0;
    if (by_call_method || function->common.scope == nullptr || is_callable_from_anywhere(given, function)) {
        zend_release_fcall_info_cache(&cache);
        ZVAL_COPY(into, given);
    } else {
        create_fake_closure(into, function, function->common.scope, cache.called_scope, cache.object);
    }
    const Fiber* self = current_fiber();
    if (self != nullptr && self->own_state() != nullptr) [[unlikely]]
        self->own_state()->bind_callable(into);
}

}  // namespace tern::php
