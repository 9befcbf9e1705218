#include <string_view>

#include "php/coroutine/program/script.h"
#include "php/engine/classes.h"
#include "php/engine/compat/engine.h"
#include "php/engine/fiber/coroutines.h"
#include "php/isolation/context.h"

namespace tern::php {

namespace {

constexpr zend_long kInCoroutine = 1 << 1;  // SWOOLE_EXIT_IN_COROUTINE
constexpr zend_long kInServer = 1 << 2;     // SWOOLE_EXIT_IN_SERVER

// True where exit() must not end the worker.
bool is_contained() noexcept {
    Coroutines* coroutines = php::coroutines();
    return coroutines != nullptr && (coroutines->current() != nullptr || coroutines->handling);
}

zend_long exit_flags() noexcept {
    Coroutines& coroutines = *php::coroutines();
    return (coroutines.current() != nullptr ? kInCoroutine : 0) | (coroutines.is_script ? 0 : kInServer);
}

// Treats the argument as exit() does: what is no number is a text, which is not printed yet. False with an exception if
// it is neither.
bool to_status(const zval* given, zval* status) {
    if (given == nullptr) {
        ZVAL_LONG(status, 0);
    } else if (Z_TYPE_P(given) == IS_LONG || Z_TYPE_P(given) == IS_NULL) {
        ZVAL_COPY(status, given);
    } else {
        ZVAL_STR(status, zval_get_string(const_cast<zval*>(given)));
    }
    if (EG(exception) == nullptr) return true;
    zval_ptr_dtor(status);
    return false;
}

// In a context that is like a process nothing catches it.
void unwind_exit(zval* status) {
    if (Z_TYPE_P(status) == IS_STRING) php_write(Z_STRVAL_P(status), Z_STRLEN_P(status));
    EG(exit_status) = Z_TYPE_P(status) == IS_LONG ? static_cast<int>(Z_LVAL_P(status)) : 0;
    zval_ptr_dtor(status);
    if (EG(exception) == nullptr) zend_throw_unwind_exit();
}

bool is_like_process() noexcept { return Context::running() != nullptr && Context::running()->is_like_process(); }

void throw_exit(const zval* given) {
    zval status;
    if (!to_status(given, &status)) return;
    if (is_like_process()) return unwind_exit(&status);
    zend_object* thrown = zend_throw_exception(classes.exit_exception, "swoole exit", 0);
    zend_update_property(classes.exit_exception, thrown, ZEND_STRL("status"), &status);
    zend_update_property_long(classes.exit_exception, thrown, ZEND_STRL("flags"), exit_flags());
    zval_ptr_dtor(&status);
}

}  // namespace

void throw_exit(int code) {
    if (!is_contained()) {
        EG(exit_status) = code;
        return zend_throw_unwind_exit();
    }
    zval status;
    ZVAL_LONG(&status, code);
    throw_exit(&status);
}

#ifndef ZEND_EXIT  // from 8.4 on exit() is a function, which can be called by its name, too

namespace {

zif_handler engine_exit;

ZEND_NAMED_FUNCTION(coroutine_exit) {
    if (!is_contained()) {
        engine_exit(INTERNAL_FUNCTION_PARAM_PASSTHRU);
        return;
    }
    zend_string* text = nullptr;
    zend_long code = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR_OR_LONG(text, code)
    ZEND_PARSE_PARAMETERS_END();
    zval status;
    ZVAL_LONG(&status, code);
    if (text != nullptr) ZVAL_STR(&status, text);
    throw_exit(&status);
}

}  // namespace

// die() is an alias: a function of its own with the same handler.
void take_over_exit() noexcept {
    for (const std::string_view name : {"exit", "die"}) {
        auto* function =
            static_cast<zend_function*>(zend_hash_str_find_ptr(CG(function_table), name.data(), name.size()));
        if (function == nullptr) continue;
        engine_exit = function->internal_function.handler;
        function->internal_function.handler = coroutine_exit;
    }
}

#else

namespace {

int on_exit_opcode(zend_execute_data* execute_data) {
    if (!is_contained()) return ZEND_USER_OPCODE_DISPATCH;
    const zend_op* opline = EX(opline);
    zval* status = nullptr;
    if (opline->op1_type == IS_CONST) {
        status = RT_CONSTANT(opline, opline->op1);
    } else if (opline->op1_type != IS_UNUSED) {
        status = EX_VAR(opline->op1.var);
    }
    bool temporary = (opline->op1_type & (IS_TMP_VAR | IS_VAR)) != 0;
    if (status != nullptr && Z_TYPE_P(status) == IS_UNDEF) status = nullptr;
    zval* held = status;
    if (status != nullptr) ZVAL_DEREF(status);
    throw_exit(status);
    if (temporary && held != nullptr) zval_ptr_dtor_nogc(held);
    return ZEND_USER_OPCODE_CONTINUE;
}

}  // namespace

void take_over_exit() noexcept { zend_set_user_opcode_handler(ZEND_EXIT, on_exit_opcode); }

#endif

}  // namespace tern::php
