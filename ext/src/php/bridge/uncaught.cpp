#include "php/bridge/uncaught.h"

#include "php/bridge/classes.h"
#include "php/bridge/globals.h"

namespace tern::php {

namespace {

void log_exception(zend_object* exception) {
    zval text;
    ZVAL_UNDEF(&text);
    if (exception->ce->__tostring != nullptr) {
        zend_call_known_instance_method_with_0_params(exception->ce->__tostring, exception, &text);
    }
    if (EG(exception) != nullptr) zend_clear_exception();
    Bytes what = Z_TYPE(text) == IS_STRING ? view(Z_STR(text)) : view(exception->ce->name);
    smart_str message{};
    smart_str_appends(&message, "Uncaught ");
    smart_str_appendl(&message, what.data(), what.size());
    smart_str_0(&message);
    TERN_G(log_file)->write(LogLevel::error, view(message.s));
    smart_str_free(&message);
    zval_ptr_dtor(&text);
}

}  // namespace

bool is_exit(const zend_object* exception) noexcept {
    return exception->ce == classes.exit_exception || zend_is_unwind_exit(exception);
}

void bail_if_fatal() {
    if (EG(exception) != nullptr && zend_is_unwind_exit(EG(exception)) && CG(unclean_shutdown)) zend_bailout();
}

void report_uncaught() {
    zend_object* exception = EG(exception);
    if (is_exit(exception)) {
        zend_clear_exception();
        return;
    }
    if (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF) {
        zend_user_exception_handler();
        if (EG(exception) == nullptr) return;
        exception = EG(exception);
    }
    GC_ADDREF(exception);
    zend_clear_exception();
    log_exception(exception);
    OBJ_RELEASE(exception);
}

}  // namespace tern::php
