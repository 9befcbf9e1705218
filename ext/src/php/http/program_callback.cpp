#include "php/http/program_callback.h"

#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/http/prepared_call.h"

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

}  // namespace tern::php
