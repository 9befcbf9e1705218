#include "php/engine/fiber/uncaught.h"

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"

namespace tern::php {

namespace {

// Takes the pending exception, with a reference.
zend_object* take_exception() {
    zend_object* exception = EG(exception);
    GC_ADDREF(exception);
    zend_clear_exception();
    return exception;
}

bool (*wanted)(Bytes message) = nullptr;

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
    if (wanted == nullptr || wanted(view(message.s))) TERN_G(log_file)->write(LogLevel::error, view(message.s));
    smart_str_free(&message);
    zval_ptr_dtor(&text);
}

// A cancelled coroutine ends as intended, without an error.
bool ends_quietly(zend_object* exception) {
    return is_exit(exception) || is_cancellation(exception, classes.canceled_exception);
}

void print_exit_text(zend_object* exception) {
    if (exception->ce != classes.exit_exception) return;
    zval slot;
    zval* status = zend_read_property(classes.exit_exception, exception, ZEND_STRL("status"), true, &slot);
    if (Z_TYPE_P(status) == IS_STRING) php_write(Z_STRVAL_P(status), Z_STRLEN_P(status));
}

// Handlers that one exception is given to: each may throw, and set the next one.
constexpr int kMostHandlers = 64;

// What the handler has thrown, with a reference, or null. The handler stays set while it runs: it may suspend, and
// other coroutines may fail meanwhile.
zend_object* call_handler(zval* handler, zend_object* exception) {
    zval argument;
    zval result;
    ZVAL_OBJ(&argument, exception);
    ZVAL_UNDEF(&result);
    call_user_function(nullptr, nullptr, handler, &result, 1, &argument);
    bail_if_fatal();
    zval_ptr_dtor(&result);
    return EG(exception) == nullptr ? nullptr : take_exception();
}

// The exception that is left after the program's handlers were called, with a reference: none, or one that the last
// handler threw.
zend_object* left_by_handlers(zend_object* exception) {
    GC_ADDREF(exception);
    for (int n = 0; n < kMostHandlers && Z_TYPE(EG(user_exception_handler)) != IS_UNDEF; ++n) {
        zval handler;
        ZVAL_COPY(&handler, &EG(user_exception_handler));
        zend_object* thrown = call_handler(&handler, exception);
        const bool set_another = kHandlerMaySetAnother && !zend_is_identical(&handler, &EG(user_exception_handler));
        zval_ptr_dtor(&handler);
        OBJ_RELEASE(exception);
        if (thrown == nullptr || !set_another || is_exit(thrown)) return thrown;
        exception = thrown;
    }
    return exception;
}

// Takes over the reference. Returns the exit code for it.
int print_end(zend_object* exception) {
    const int code = exit_code_of(exception);
    if (!ends_quietly(exception)) {
        zend_exception_error(exception, E_ERROR);
        return code;
    }
    print_exit_text(exception);
    OBJ_RELEASE(exception);
    return code;
}

int print(zend_object* exception) {
    zend_object* left = exception;
    if (is_exit(exception)) {
        GC_ADDREF(exception);
    } else {
        left = left_by_handlers(exception);
    }
    return left == nullptr ? 255 : print_end(left);
}

// Null: the end of the chain.
zend_object* previous_of(zend_object* exception) {
    if (!instanceof_function(exception->ce, zend_ce_throwable)) return nullptr;
    zval slot;
    zval* previous = zend_read_property_ex(zend_get_exception_base(exception), exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS),
                                           true, &slot);
    return Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : nullptr;
}

// Reports the exception of the running coroutine, and lets the program end.
void end_script_with(Coroutines& coroutines, zend_object* exception) {
    if (is_cancellation(exception, classes.canceled_exception)) return;
    const int code = print(exception);
    if (!coroutines.script.ending) EG(exit_status) = code;
    coroutines.script.ending = true;
}

}  // namespace

void filter_uncaught(bool (*of_caller)(Bytes message)) noexcept { wanted = of_caller; }

int end_code_with_pending() {
    zend_object* exception = take_exception();
    const int code = print(exception);
    OBJ_RELEASE(exception);
    return code;
}

int end_code_unhandled() { return print_end(take_exception()); }

bool is_exit(const zend_object* exception) noexcept {
    return exception->ce == classes.exit_exception || zend_is_unwind_exit(exception);
}

bool is_cancellation(zend_object* exception, const zend_class_entry* exception_class) {
    if (exception->ce == exception_class) return true;
    // The cancellation of another coroutine that this one has caught is an ordinary failure.
    Coroutines* coroutines = php::coroutines();
    const ProgramCoroutine* self = coroutines == nullptr ? nullptr : coroutines->current();
    if (self == nullptr || self->cancel_class != exception_class) return false;
    constexpr int kDeepest = 64;
    for (int depth = 0; depth < kDeepest; ++depth) {
        exception = previous_of(exception);
        if (exception == nullptr) return false;
        if (exception->ce == exception_class) return true;
    }
    return false;
}

int exit_code_of(zend_object* exception) {
    if (!is_exit(exception)) return 255;
    if (exception->ce != classes.exit_exception) return EG(exit_status) & 0xff;
    zval slot;
    zval* status = zend_read_property(classes.exit_exception, exception, ZEND_STRL("status"), true, &slot);
    return Z_TYPE_P(status) == IS_LONG ? static_cast<int>(Z_LVAL_P(status)) & 0xff : 0;
}

void log_uncaught(zend_object* exception) {
    if (!ends_quietly(exception)) {
        zend_object* left = left_by_handlers(exception);
        if (left != nullptr && !ends_quietly(left)) log_exception(left);
        if (left != nullptr) OBJ_RELEASE(left);
    }
    OBJ_RELEASE(exception);
}

void report_uncaught() {
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr || !coroutines->is_script) return log_uncaught(take_exception());
    zend_object* exception = take_exception();
    end_script_with(*coroutines, exception);
    OBJ_RELEASE(exception);
}

}  // namespace tern::php
