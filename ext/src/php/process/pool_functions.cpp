// Functions for Tern\Pool that PHP cannot do: check sockets, count references, reset MySQL sessions.
#include "net/idle_socket.h"
#include "php/coroutine/program/script.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/socket/driver/mysql_session.h"
#include "php/process/pool_functions_arginfo.h"

namespace tern::php {

void register_pool_functions() { register_functions(pool_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_connected_socket) {
    ZEND_PARSE_PARAMETERS_NONE();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    RETURN_LONG(tern::net::name_socket(coroutines->current()->connected_fd()));
}

ZEND_FUNCTION(Tern_Internal_take_socket) {
    zend_long socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(socket)
    ZEND_PARSE_PARAMETERS_END();
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || !must_be_in_coroutine(coroutines)) RETURN_THROWS();
    coroutines->current()->note_connected(socket == 0 ? -1 : tern::net::descriptor_of(socket));
}

ZEND_FUNCTION(Tern_Internal_is_quiet) {
    zend_long socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(socket)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(tern::net::is_quiet(socket));
}

ZEND_FUNCTION(Tern_Internal_is_cut) {
    zend_long socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(socket)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(socket != 0 && runtime() != nullptr && runtime()->boundary.cut.has(tern::net::descriptor_of(socket)));
}

ZEND_FUNCTION(Tern_Internal_reset_mysql) {
    zval* connection;
    zend_string* database = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_OBJECT(connection)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR_OR_NULL(database)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(reset_mysql_session(connection, database));
}

ZEND_FUNCTION(Tern_Internal_references) {
    zend_object* object;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJ(object)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_LONG(static_cast<zend_long>(GC_REFCOUNT(object)) - 1);
}
