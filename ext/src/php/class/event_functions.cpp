#include "php/class/event_functions.h"

#include "php/bridge/compat.h"
#include "php/class/event_functions_arginfo.h"

namespace tern::php {

void register_event_functions() { zend_register_functions(nullptr, ext_functions, nullptr, MODULE_PERSISTENT); }

}  // namespace tern::php

ZEND_METHOD(Swoole_Event, add);
ZEND_METHOD(Swoole_Event, set);
ZEND_METHOD(Swoole_Event, del);
ZEND_METHOD(Swoole_Event, isset);
ZEND_METHOD(Swoole_Event, write);
ZEND_METHOD(Swoole_Event, wait);
ZEND_METHOD(Swoole_Event, dispatch);
ZEND_METHOD(Swoole_Event, exit);
ZEND_METHOD(Swoole_Event, defer);
ZEND_METHOD(Swoole_Event, cycle);

ZEND_FUNCTION(swoole_event_add) { ZEND_MN(Swoole_Event_add)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_set) { ZEND_MN(Swoole_Event_set)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_del) { ZEND_MN(Swoole_Event_del)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_isset) { ZEND_MN(Swoole_Event_isset)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_write) { ZEND_MN(Swoole_Event_write)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_wait) { ZEND_MN(Swoole_Event_wait)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_dispatch) { ZEND_MN(Swoole_Event_dispatch)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_exit) { ZEND_MN(Swoole_Event_exit)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_defer) { ZEND_MN(Swoole_Event_defer)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_event_cycle) { ZEND_MN(Swoole_Event_cycle)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
