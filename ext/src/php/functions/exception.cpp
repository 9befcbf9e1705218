#include "php/engine/compat/engine.h"
#include "php/engine/registry.h"
#include "php/functions/exception_arginfo.h"

namespace tern::php {

void register_exceptions(Classes& into) {
    into.exception = register_class_Swoole_Exception(zend_ce_exception);
    into.error = register_class_Swoole_Error(zend_ce_error);
    into.exit_exception = register_class_Swoole_ExitException(into.exception);
    into.canceled_exception = register_class_Swoole_Coroutine_CanceledException(zend_ce_exception);
    into.timeout_exception = register_class_Swoole_Coroutine_TimeoutException(zend_ce_exception);
    into.socket_exception = register_class_Swoole_Coroutine_Socket_Exception(into.exception);
}

namespace {

void read_property(zend_object* object, const char* name, size_t length, zval* return_value) {
    zval slot;
    zval* value = zend_read_property(classes.exit_exception, object, name, length, true, &slot);
    RETURN_COPY_DEREF(value);
}

}  // namespace

}  // namespace tern::php

ZEND_METHOD(Swoole_ExitException, getFlags) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::php::read_property(Z_OBJ_P(ZEND_THIS), ZEND_STRL("flags"), return_value);
}

ZEND_METHOD(Swoole_ExitException, getStatus) {
    ZEND_PARSE_PARAMETERS_NONE();
    tern::php::read_property(Z_OBJ_P(ZEND_THIS), ZEND_STRL("status"), return_value);
}
