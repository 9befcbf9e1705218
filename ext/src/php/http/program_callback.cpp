#include "php/http/program_callback.h"

#include <utility>
#include <zend_observer.h>

#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"

namespace tern::php {

bool ProgramCallback::prepare() noexcept {
    if (!exists()) return true;
    if (!zend_is_callable_ex(&callable_, nullptr, 0, nullptr, &callee_, nullptr)) return false;
    // The function of __call() exists only for one call, so it is looked up each time.
    if ((callee_.function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) != 0) {
        zend_release_fcall_info_cache(&callee_);
        callee_.function_handler = nullptr;
        return true;
    }
    prepared_ = can_be_prepared(*callee_.function_handler);
    return true;
}

void ProgramCallback::call(uint32_t count, zval* arguments) {
    zval result;
    call(count, arguments, &result);
    if (Z_TYPE(result) > IS_NULL) [[unlikely]]
        run_deferred(&result);
    zval_ptr_dtor(&result);
}

void ProgramCallback::call(uint32_t count, zval* arguments, zval* result) {
    ZVAL_UNDEF(result);
    if (prepared_ && EG(exception) == nullptr) [[likely]] {
        call_prepared(callee_, count, arguments, result);
    } else if (callee_.function_handler == nullptr) {
        call_user_function(nullptr, nullptr, &callable_, result, count, arguments);
    } else {
        zend_call_known_function(callee_.function_handler, callee_.object, callee_.called_scope, result, count,
                                 arguments, nullptr);
    }
    if (EG(exception) != nullptr) [[unlikely]]
        bail_if_fatal();
}

namespace {

zend_execute_data* push_frame(const zend_fcall_info_cache& callee, uint32_t count) {
    zend_function* function = callee.function_handler;
    uint32_t info = ZEND_CALL_TOP_FUNCTION | ZEND_CALL_DYNAMIC;
    void* owner = callee.called_scope;
    if (callee.object != nullptr && (function->common.fn_flags & ZEND_ACC_STATIC) == 0) {
        info |= ZEND_CALL_HAS_THIS;
        owner = callee.object;
    }
    if ((function->common.fn_flags & ZEND_ACC_CLOSURE) != 0) {
        info |= ZEND_CALL_CLOSURE;
        if ((function->common.fn_flags & ZEND_ACC_FAKE_CLOSURE) != 0) info |= ZEND_CALL_FAKE_CLOSURE;
        GC_ADDREF(ZEND_CLOSURE_OBJECT(function));  // the end of the call releases it
    }
    return zend_vm_stack_push_call_frame(info, function, count, owner);
}

}  // namespace

bool can_be_prepared(const zend_function& function) noexcept {
    constexpr uint32_t kSpecial = ZEND_ACC_DEPRECATED | ZEND_ACC_CALL_VIA_TRAMPOLINE;
    if (function.type != ZEND_USER_FUNCTION || (function.common.fn_flags & kSpecial) != 0) return false;
    const bool is_variadic = (function.common.fn_flags & ZEND_ACC_VARIADIC) != 0;
    const uint32_t count = function.common.num_args + (is_variadic ? 1 : 0);
    for (uint32_t i = 0; i < count; ++i) {
        if (ZEND_ARG_SEND_MODE(&function.common.arg_info[i]) != 0) return false;
    }
    return true;
}

void call_prepared(const zend_fcall_info_cache& callee, uint32_t count, zval* arguments, zval* result) {
    zend_execute_data* call = push_frame(callee, count);
    for (uint32_t i = 0; i < count; ++i) ZVAL_COPY(ZEND_CALL_ARG(call, i + 1), &arguments[i]);
    auto* const scope = std::exchange(EG(fake_scope), nullptr);
    const uint32_t trace = EG(jit_trace_num);
    zend_init_func_execute_data(call, &callee.function_handler->op_array, result);
    ZEND_OBSERVER_FCALL_BEGIN(call);
    zend_execute_ex(call);
    EG(jit_trace_num) = trace;
    EG(fake_scope) = scope;
    zend_vm_stack_free_call_frame(call);
}

}  // namespace tern::php
