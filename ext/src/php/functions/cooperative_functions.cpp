// Functions of PHP that suspend the coroutine that calls them, whatever is hooked.
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/functions/cooperative_functions_arginfo.h"

namespace tern::php {

void register_cooperative_functions() { register_functions(cooperative_functions_entries); }

namespace {

// Calls a function of PHP with the arguments of the running one. Suspends if it is called in a coroutine.
void cooperate(Bytes name, INTERNAL_FUNCTION_PARAMETERS) {
    const zval* found = zend_hash_str_find(EG(function_table), name.data(), name.size());
    if (found == nullptr) {
        zend_throw_error(nullptr, "This PHP has no function %.*s()", static_cast<int>(name.size()), name.data());
        RETURN_THROWS();
    }
    const zif_handler call = Z_FUNC_P(found)->internal_function.handler;
    Coroutines* coroutines = tern::php::coroutines();
    coro::Coroutine* self = coroutines == nullptr ? nullptr : coroutines->current();
    if (self == nullptr) return call(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const auto before = self->hooked();
    const coro::Deadline until = self->hooked_until();
    hook_coroutine(*self, coro::Deadline::never());
    call(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    self->hook(before, until);
}

// getmxrr() takes any variable, these functions take arrays only. False after an exception.
bool takes_array(zend_execute_data* execute_data) {
    if (ZEND_NUM_ARGS() < 2) return true;
    zval* hosts = ZEND_CALL_ARG(execute_data, 2);
    ZVAL_DEREF(hosts);
    if (Z_TYPE_P(hosts) == IS_ARRAY) return true;
    zend_argument_type_error(2, "must be of type array, %s given", zend_zval_type_name(hosts));
    return false;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_exec) { cooperate("exec", INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_shell_exec) { cooperate("shell_exec", INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_gethostbynamel) { cooperate("gethostbynamel", INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_gethostbyaddr) {
    cooperate("gethostbyaddr", INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) == IS_FALSE) ZVAL_EMPTY_STRING(return_value);
}

ZEND_FUNCTION(swoole_mail) { cooperate("mail", INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_checkdnsrr) { cooperate("checkdnsrr", INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_dns_check_record) { cooperate("dns_check_record", INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_getmxrr) {
    if (takes_array(execute_data)) cooperate("getmxrr", INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(swoole_dns_get_mx) {
    if (takes_array(execute_data)) cooperate("dns_get_mx", INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(swoole_dns_get_record) { cooperate("dns_get_record", INTERNAL_FUNCTION_PARAM_PASSTHRU); }
