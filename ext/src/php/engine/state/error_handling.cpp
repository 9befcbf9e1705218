#include "php/engine/state/error_handling.h"

#include "php/engine/globals.h"
#include "php/engine/state/engine_heap.h"

namespace tern::php {

namespace {

zval nobody;  // a closure of no_handler(), undefined until it is needed

void set_value(zval* place, const zval* value) {
    zval former;
    ZVAL_COPY_VALUE(&former, place);
    if (value == nullptr || Z_TYPE_P(value) == IS_UNDEF) {
        ZVAL_UNDEF(place);
    } else {
        ZVAL_COPY(place, value);
    }
    zval_ptr_dtor(&former);
}

bool is_nobody(const zval& handler) noexcept {
    return Z_TYPE(nobody) == IS_OBJECT && Z_TYPE(handler) == IS_OBJECT && Z_OBJ(handler) == Z_OBJ(nobody);
}

ZEND_NAMED_FUNCTION(no_handler) { RETURN_FALSE; }

ZEND_BEGIN_ARG_INFO_EX(no_handler_arguments, 0, 0, 0)
ZEND_END_ARG_INFO()

}  // namespace

zval* no_error_handler() {
    if (Z_TYPE(nobody) == IS_OBJECT) return &nobody;
    zend_internal_function function{};
    function.type = ZEND_INTERNAL_FUNCTION;
    function.function_name = ZSTR_KNOWN(ZEND_STR_FUNCTION);
    function.handler = no_handler;
    function.arg_info =
        reinterpret_cast<decltype(function.arg_info)>(const_cast<zend_internal_arg_info*>(no_handler_arguments) + 1);
    create_fake_closure(&nobody, reinterpret_cast<zend_function*>(&function), nullptr, nullptr, nullptr);
    GC_ADD_FLAGS(Z_OBJ(nobody), GC_NOT_COLLECTABLE);  // a script has roots of its own
    return &nobody;
}

bool before_error_handler_changes() {
    if (is_nobody(EG(user_error_handler))) set_value(&EG(user_error_handler), nullptr);
    const bool is_visible = Z_TYPE(EG(user_error_handler)) != IS_UNDEF;
    if (!is_visible && Z_TYPE(TERN_G(error_handler)) != IS_UNDEF) {
        set_value(&TERN_G(error_handler_at_work), &TERN_G(error_handler));
        TERN_G(error_handler_depth) = zend_stack_count(&EG(user_error_handlers));
    }
    return is_visible;
}

// A running handler that is unset comes back when it returns. So does one that has set another one and restored itself.
void after_error_handler_changed(bool was_visible) {
    const bool is_visible = Z_TYPE(EG(user_error_handler)) != IS_UNDEF;
    if (!was_visible && !is_visible) return;
    const bool is_at_work = !is_visible && TERN_G(error_handler_depth) == zend_stack_count(&EG(user_error_handlers));
    set_value(&TERN_G(error_handler), is_at_work ? &TERN_G(error_handler_at_work) : &EG(user_error_handler));
}

void reset_error_handler() {
    set_value(&TERN_G(error_handler), nullptr);
    set_value(&TERN_G(error_handler_at_work), nullptr);
    set_value(&nobody, nullptr);
}

int ErrorReporting::read() noexcept {
    if (entry_ == nullptr) {
        entry_ = static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("error_reporting")));
        if (entry_ == nullptr) return level_;
    }
    zend_string* const now = entry_->value;
    const int level = now == nullptr ? E_ALL : static_cast<int>(ZEND_STRTOL(ZSTR_VAL(now), nullptr, 0));
    if (OwnHeap::running_heap() != nullptr) return level;  // the text may end with it
    if (text_ != nullptr) zend_string_release(text_);
    text_ = now == nullptr ? nullptr : zend_string_copy(now);
    return level_ = level;
}

}  // namespace tern::php
