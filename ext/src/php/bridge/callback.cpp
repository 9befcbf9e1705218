#include "php/bridge/callback.h"

#include "php/bridge/guard.h"
#include "php/bridge/uncaught.h"
#include "php/hooks/engine_functions.h"

namespace tern::php {

namespace {

void drop(void* argument) {
    LoopCall call = *static_cast<LoopCall*>(argument);
    zval_ptr_dtor(&call.callable);
    if (call.count > 0) zval_ptr_dtor(&call.argument);
}

void run(void* argument) {
    LoopCall call = *static_cast<LoopCall*>(argument);
    zval result;
    ZVAL_UNDEF(&result);
    call_user_function(nullptr, nullptr, &call.callable, &result, call.count, &call.argument);
    bail_if_fatal();
    zval_ptr_dtor(&result);
    drop(&call);
}

// Also where there is a __call() that would be found instead.
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
void complain(Runtime& all) noexcept {
    constexpr int64_t kPauseMs = 1000;
    ++all.dropped_calls;
    if (all.loop.now_ms() < all.next_complaint_ms) return;
    all.next_complaint_ms = all.loop.now_ms() + kPauseMs;
    TERN_G(log)->print(LogLevel::warning,
                       "there are %zu coroutines: no room for calls of timers and events, %zu by now",
                       all.scheduler.count(), all.dropped_calls);
}

}  // namespace

void call_back(Runtime& all, LoopCall& call) noexcept {
    if (!enter_program(all, run, &call)) (void)guard::run(drop, &call);
}

bool enter_program(Runtime& all, void (*body)(void* argument), void* argument) noexcept {
    if (all.bailed || all.ending) return false;
    if (!all.callbacks_in_coroutines) {
        if (guard::run(body, argument) != Outcome::bailed && !all.is_script) end_time_limit();
        return true;
    }
    if (Fiber::spawn(all, {body, nullptr, nullptr}, argument)) return true;
    if (!all.bailed) complain(all);
    return false;
}

void keep_callable(const zend_fcall_info& callable, zend_fcall_info_cache& cache, zval* into) {
    zend_function* function = cache.function_handler;
    const zval* given = &callable.function_name;
    const bool by_call_method = function == nullptr || (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) != 0;
    if (by_call_method || function->common.scope == nullptr || is_callable_from_anywhere(given, function)) {
        zend_release_fcall_info_cache(&cache);
        ZVAL_COPY(into, given);
        return;
    }
    zval self;
    if (cache.object != nullptr) ZVAL_OBJ(&self, cache.object);
    zend_create_fake_closure(into, function, function->common.scope, cache.called_scope,
                             cache.object == nullptr ? nullptr : &self);
}

}  // namespace tern::php
