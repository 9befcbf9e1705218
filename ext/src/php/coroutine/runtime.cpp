#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/compat/engine.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/coroutine/runtime_arginfo.h"

namespace tern::php {

void register_runtime(Classes& into) {
    into.runtime = register_class_Swoole_Runtime();
    into.runtime->create_object = refuse_to_create;
}

namespace {

bool valid(zend_long flags, uint32_t argument) {
    if (flags >= 0 && flags <= UINT32_MAX) return true;
    zend_argument_value_error(argument, "must be a combination of SWOOLE_HOOK_* flags");
    return false;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

// The arguments are an int; a bool; or a bool and an int.
ZEND_METHOD(Swoole_Runtime, enableCoroutine) {
    zval* first = nullptr;
    zend_long flags = kHookAll;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_ZVAL(first)
    Z_PARAM_LONG(flags)
    ZEND_PARSE_PARAMETERS_END();
    if (first != nullptr && Z_TYPE_P(first) != IS_TRUE && Z_TYPE_P(first) != IS_FALSE) {
        zend_long given = 0;
        if (!zend_parse_arg_long(first, &given, nullptr, false, 1)) {
            zend_argument_type_error(1, "must be of type int|bool, %s given", zend_zval_type_name(first));
            RETURN_THROWS();
        }
        flags = given;
        if (!valid(flags, 1)) RETURN_THROWS();
    }
    if (!valid(flags, 2)) RETURN_THROWS();
    set_hook_flags(first != nullptr && Z_TYPE_P(first) == IS_FALSE ? 0 : flags);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Runtime, getHookFlags) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(hook_flags());
}

ZEND_METHOD(Swoole_Runtime, setHookFlags) {
    zend_long flags;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(flags)
    ZEND_PARSE_PARAMETERS_END();
    if (!valid(flags, 1)) RETURN_THROWS();
    set_hook_flags(flags);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Runtime, enableStrictMode) { ZEND_PARSE_PARAMETERS_NONE(); }
