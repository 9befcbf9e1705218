#include "php/http/prepared_call.h"

#include <utility>
#include <zend_observer.h>

namespace tern::php {

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
