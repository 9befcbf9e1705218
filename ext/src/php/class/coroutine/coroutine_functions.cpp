#include "php/class/coroutine/coroutine_functions.h"

#include <sys/socket.h>

#include "php/bridge/error.h"
#include "php/bridge/globals.h"
#include "php/class/coroutine/coroutine.h"
#include "php/class/coroutine/coroutine_functions_arginfo.h"
#include "php/class/function_table.h"
#include "php/class/socket/coroutine_socket.h"
#include "php/hooks/blocking_calls.h"
#include "php/runtime/program_span.h"
#include "php/runtime/script.h"
#include "php/runtime/waiting_report.h"

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

Error make_pair(const client::SocketKind& kind, zval* first, zval* second) {
    int ends[2];
    if (socketpair(kind.domain, kind.type | SOCK_NONBLOCK | SOCK_CLOEXEC, kind.protocol, ends) != 0)
        return last_error();
    Fd one(ends[0]);
    Fd other(ends[1]);
    make_socket(one, kind, first);
    make_socket(other, kind, second);
    return Error::ok;
}

}  // namespace

void register_coroutine_functions(bool with_short_names) {
    register_functions(ext_functions);
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
    RETVAL_BOOL(EG(exception) == nullptr);
}

ZEND_FUNCTION(swoole_async_dns_lookup_coro) {
    ZEND_MN(Swoole_Coroutine_System_dnsLookup)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(swoole_coroutine_socketpair) {
    zend_long domain;
    zend_long type;
    zend_long protocol;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(domain)
    Z_PARAM_LONG(type)
    Z_PARAM_LONG(protocol)
    ZEND_PARSE_PARAMETERS_END();
    const tern::client::SocketKind kind{static_cast<int>(domain), static_cast<int>(type), static_cast<int>(protocol)};
    zval first;
    zval second;
    const tern::Error error = make_pair(kind, &first, &second);
    if (error != tern::Error::ok) return failure(error, return_value);
    array_init_size(return_value, 2);
    add_next_index_zval(return_value, &first);
    add_next_index_zval(return_value, &second);
}

ZEND_FUNCTION(Swoole_Coroutine_deadlock_check) {
    ZEND_PARSE_PARAMETERS_NONE();
    Runtime* runtime = tern::php::runtime();
    if (runtime == nullptr || !runtime->checks_deadlock || runtime->current() != nullptr) return;
    if (runtime->scheduler.count() > 0 && !runtime->loop.alive()) report_deadlock(*runtime);
}
