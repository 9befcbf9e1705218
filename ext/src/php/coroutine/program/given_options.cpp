#include "php/coroutine/program/given_options.h"

#include "php/engine/fiber/guard.h"

namespace tern::php {

namespace {

zval given;  // UNDEF: nothing

}  // namespace

void keep_given_options(HashTable* options) {
    if (Z_TYPE(given) == IS_UNDEF) array_init(&given);
    zend_hash_merge(Z_ARRVAL(given), options, zval_add_ref, true);
}

void copy_given_options(zval* into) {
    if (Z_TYPE(given) != IS_UNDEF) ZVAL_ARR(into, zend_array_dup(Z_ARRVAL(given)));
}

void drop_given_options() {
    zval before;
    ZVAL_COPY_VALUE(&before, &given);
    ZVAL_UNDEF(&given);
    zval_ptr_dtor(&before);
}

namespace {

zval condition;  // UNDEF: none

void ask(void* argument) {
    zval function;
    zval result;
    ZVAL_COPY(&function, &condition);
    ZVAL_UNDEF(&result);
    call_user_function(nullptr, nullptr, &function, &result, 0, nullptr);
    bail_if_fatal();
    *static_cast<bool*>(argument) = EG(exception) != nullptr || zend_is_true(&result);
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&function);
}

}  // namespace

void keep_exit_condition(HashTable* options) {
    zval* given = zend_hash_str_find_deref(options, ZEND_STRL("exit_condition"));
    if (given == nullptr || Z_TYPE_P(given) == IS_NULL) return;
    zval before;
    ZVAL_COPY_VALUE(&before, &condition);
    ZVAL_COPY(&condition, given);
    zval_ptr_dtor(&before);
}

void drop_exit_condition() {
    zval before;
    ZVAL_COPY_VALUE(&before, &condition);
    ZVAL_UNDEF(&condition);
    zval_ptr_dtor(&before);
}

bool exit_condition_holds() noexcept {
    bool holds = true;
    if (Z_TYPE(condition) != IS_UNDEF) (void)guard::run(ask, &holds);
    return holds;
}

}  // namespace tern::php
