// The functions of the coroutine family.
#include "php/coroutine/coroutine.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/report/waiting_report.h"
#include "php/engine/error.h"
#include "php/engine/globals.h"
#include "php/engine/registry.h"
#include "php/coroutine/coroutine_functions_arginfo.h"

ZEND_METHOD(Swoole_Coroutine, set);
ZEND_METHOD(Swoole_Coroutine_System, dnsLookup);

namespace tern::php {

namespace {

// clang-format off
const zend_function_entry short_functions[] = {
    ZEND_NAMED_FE(go, ZEND_FN(swoole_coroutine_create), arginfo_swoole_coroutine_create)
    ZEND_NAMED_FE(defer, ZEND_FN(swoole_coroutine_defer), arginfo_swoole_coroutine_defer)
    ZEND_NS_NAMED_FE("Co", run, ZEND_FN(Swoole_Coroutine_run), arginfo_Swoole_Coroutine_run)
    ZEND_NS_NAMED_FE("Co", go, ZEND_FN(swoole_coroutine_create), arginfo_Swoole_Coroutine_go)
    ZEND_NS_NAMED_FE("Co", defer, ZEND_FN(swoole_coroutine_defer), arginfo_Swoole_Coroutine_defer)
    ZEND_FE_END
};
// clang-format on

// Whether callbacks of timers and events get coroutines from now on.
void call_in_coroutines(bool wanted) {
    zend_string* name = zend_string_init(ZEND_STRL("swoole.enable_coroutine"), false);
    zend_string* value = zend_string_init(wanted ? "1" : "0", 1, false);
    zend_alter_ini_entry(name, value, PHP_INI_USER, PHP_INI_STAGE_RUNTIME);
    zend_string_release(value);
    zend_string_release(name);
    if (runtime() != nullptr) runtime()->loop_calls.in_coroutines = wanted;
}

}  // namespace

void register_coroutine_functions(bool with_short_names) {
    register_functions(coroutine_functions_entries);
    if (with_short_names) register_functions(short_functions);
}

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_coroutine_create) { create_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_coroutine_defer) { defer_in_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Swoole_Coroutine_run) {
    if (run_program(create_coroutine, INTERNAL_FUNCTION_PARAM_PASSTHRU)) return;
    warn("coroutines run already: use go()");
    RETURN_FALSE;
}

ZEND_FUNCTION(swoole_async_set) {
    ZEND_MN(Swoole_Coroutine_set)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (EG(exception) != nullptr) RETURN_THROWS();
    zval* wanted = zend_hash_str_find_deref(Z_ARRVAL_P(ZEND_CALL_ARG(execute_data, 1)), ZEND_STRL("enable_coroutine"));
    if (wanted != nullptr && Z_TYPE_P(wanted) != IS_NULL) call_in_coroutines(zend_is_true(wanted));
    RETURN_TRUE;
}

ZEND_FUNCTION(swoole_async_dns_lookup_coro) {
    ZEND_MN(Swoole_Coroutine_System_dnsLookup)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Swoole_Coroutine_deadlock_check) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = tern::php::runtime();
    if (runtime == nullptr || !runtime->checks_deadlock || runtime->current() != nullptr) return;
    if (runtime->scheduler.count() > 0 && !runtime->loop.alive()) report_deadlock(*runtime);
}
