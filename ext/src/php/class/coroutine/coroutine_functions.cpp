#include "php/class/coroutine/coroutine_functions.h"

#include "php/bridge/error.h"
#include "php/bridge/globals.h"
#include "php/class/coroutine/coroutine.h"
#include "php/class/coroutine/coroutine_functions_arginfo.h"
#include "php/hooks/blocking_calls.h"
#include "php/runtime/program_span.h"
#include "php/runtime/script.h"

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

}  // namespace

void register_coroutine_functions(bool with_short_names) {
    zend_register_functions(nullptr, ext_functions, nullptr, MODULE_PERSISTENT);
    if (with_short_names) zend_register_functions(nullptr, short_functions, nullptr, MODULE_PERSISTENT);
}

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(swoole_coroutine_create) { create_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(swoole_coroutine_defer) { defer_in_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_FUNCTION(Swoole_Coroutine_run) {
    Runtime* runtime = need_runtime();
    if (runtime == nullptr) RETURN_THROWS();
    if (runtime->current() != nullptr || runtime->running) {
        warn("coroutines run already: use go()");
        RETURN_FALSE;
    }
    hook_by_default(*runtime, true);
    const ProgramMark mark = mark_program(runtime);
    create_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    const bool started = EG(exception) == nullptr && Z_TYPE_P(return_value) == IS_LONG;
    if (started && !runtime->is_script) run_inside(*runtime, mark);
    const bool ended = started && (!runtime->is_script || run_to_end(*runtime));
    hook_by_default(*runtime, false);
    if (!started) return;
    if (!ended) zend_throw_unwind_exit();
    if (EG(exception) != nullptr) RETURN_THROWS();
    RETURN_TRUE;
}
