#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/program_coroutine.h"
#include "php/engine/state/own_state.h"

extern "C" {  // which needs the headers above
#include <zend_builtin_functions.h>
}

namespace tern::php {

namespace {

// debug_backtrace() leaves out the frame that calls it: this one takes its place.
const zend_internal_function observer = [] {
    zend_internal_function function{};
    function.type = ZEND_INTERNAL_FUNCTION;
    return function;
}();

}  // namespace

void share_values_with(const ProgramCoroutine& other) {
    const Fiber* self = current_fiber();
    OwnState* own = self == nullptr ? nullptr : self->own_state();
    OwnState* others = static_cast<const Fiber&>(other).own_state();
    if (own == others) return;
    if (own != nullptr) own->share_values();
    if (others != nullptr) others->share_values();
}

void backtrace_of(const ProgramCoroutine& coroutine, int options, int limit, zval* into) {
    share_values_with(coroutine);
    if (coroutine.frame() == nullptr) {
        zend_fetch_debug_backtrace(into, 1, options, limit);
        return;
    }
    zend_execute_data top{};
    top.func = reinterpret_cast<zend_function*>(const_cast<zend_internal_function*>(&observer));
    top.prev_execute_data = const_cast<zend_execute_data*>(coroutine.frame());
    zend_execute_data* running = EG(current_execute_data);
    EG(current_execute_data) = &top;
    zend_fetch_debug_backtrace(into, 1, options, limit);
    EG(current_execute_data) = running;
}

zend_string* backtrace_text(const ProgramCoroutine& coroutine, int options, int limit) {
    zval trace;
    backtrace_of(coroutine, options, limit, &trace);
    zend_string* text = zend_trace_to_string(Z_ARRVAL(trace), false);
    zval_ptr_dtor(&trace);
    return text;
}

zend_string* running_backtrace_text() {
    zval trace;
    zend_fetch_debug_backtrace(&trace, 0, 0, 0);
    zend_string* text = zend_trace_to_string(Z_ARRVAL(trace), false);
    zval_ptr_dtor(&trace);
    return text;
}

}  // namespace tern::php
