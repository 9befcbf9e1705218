#include "php/coroutine/channel_object.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/error.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/version.h"
#include "php/functions/openswoole/openswoole.h"
#include "php/library/library.h"
#include "php/functions/openswoole/openswoole_arginfo.h"

ZEND_FUNCTION(Swoole_Coroutine_run);

namespace tern::php {

const zend_function_entry* openswoole_coroutine_methods() noexcept { return class_OpenSwoole_Coroutine_methods; }
const zend_function_entry* openswoole_channel_methods() noexcept { return class_OpenSwoole_Coroutine_Channel_methods; }
const zend_function_entry* openswoole_http_server_methods() noexcept { return class_OpenSwoole_Http_Server_methods; }
const zend_function_entry* openswoole_functions() noexcept { return openswoole_entries; }

namespace {

constexpr zend_long kMostMicroseconds = static_cast<zend_long>(kMostSeconds) * 1'000'000;
constexpr Bytes kPsrServer = "tern\\internal\\framework\\psrserver";

// A static method of the class that gets the server, too.
void call_for_server(Bytes method, zval* server, zval* handler, zval* return_value) {
    library::call(kPsrServer, method, server, return_value, handler);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(openswoole_version) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_STRING(kOpenSwooleVersion);
}

ZEND_METHOD(OpenSwoole_Coroutine, usleep) {
    zend_long microseconds;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(microseconds)
    ZEND_PARSE_PARAMETERS_END();
    if (microseconds < 0 || microseconds > kMostMicroseconds) {
        zend_argument_value_error(1, "must be between 0 and " ZEND_LONG_FMT ", " ZEND_LONG_FMT " given",
                                  kMostMicroseconds, microseconds);
        RETURN_THROWS();
    }
    Coroutines* coroutines = runtime_to_wait();
    if (coroutines == nullptr) RETURN_THROWS();
    const tern::coro::Deadline until = tern::coro::Deadline::in((microseconds + 999) / 1000);
    if (!after_wait(*coroutines, coroutines->scheduler.suspend(tern::coro::Wait::sleep, until), return_value)) return;
    RETURN_TRUE;
}

ZEND_METHOD(OpenSwoole_Coroutine, run) { ZEND_FN(Swoole_Coroutine_run)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

ZEND_METHOD(OpenSwoole_Coroutine_Channel, getId) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(Z_OBJ_HANDLE_P(ZEND_THIS));
}

ZEND_METHOD(OpenSwoole_Http_Server, handle) {
    zend_fcall_info callable;
    zend_fcall_info_cache cache;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_FUNC(callable, cache)
    ZEND_PARSE_PARAMETERS_END();
    zend_release_fcall_info_cache(&cache);
    call_for_server("handle", ZEND_THIS, ZEND_CALL_ARG(execute_data, 1), return_value);
}

ZEND_METHOD(OpenSwoole_Http_Server, setHandler) {
    zval* handler;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(handler)
    ZEND_PARSE_PARAMETERS_END();
    call_for_server("set_handler", ZEND_THIS, handler, return_value);
}
