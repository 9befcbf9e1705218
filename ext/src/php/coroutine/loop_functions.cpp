// swoole_timer_tick(), ... and swoole_event_add(), ...: the methods of Timer and Event as functions.
#include "php/engine/compat/engine.h"
#include "php/engine/registry.h"
#include "php/coroutine/loop_functions_arginfo.h"

namespace tern::php {

void register_loop_functions() { register_functions(loop_functions_entries); }

}  // namespace tern::php

// A function has the parameters of its method, and the same body.
#define TERN_METHOD_AS_FUNCTION(function, type, method) \
    ZEND_METHOD(type, method);                          \
    ZEND_FUNCTION(function) { ZEND_MN(type##_##method)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

TERN_METHOD_AS_FUNCTION(swoole_timer_tick, Swoole_Timer, tick)
TERN_METHOD_AS_FUNCTION(swoole_timer_after, Swoole_Timer, after)
TERN_METHOD_AS_FUNCTION(swoole_timer_exists, Swoole_Timer, exists)
TERN_METHOD_AS_FUNCTION(swoole_timer_info, Swoole_Timer, info)
TERN_METHOD_AS_FUNCTION(swoole_timer_stats, Swoole_Timer, stats)
TERN_METHOD_AS_FUNCTION(swoole_timer_list, Swoole_Timer, list)
TERN_METHOD_AS_FUNCTION(swoole_timer_clear, Swoole_Timer, clear)
TERN_METHOD_AS_FUNCTION(swoole_timer_clear_all, Swoole_Timer, clearAll)
TERN_METHOD_AS_FUNCTION(swoole_timer_set, Swoole_Timer, set)
TERN_METHOD_AS_FUNCTION(swoole_event_add, Swoole_Event, add)
TERN_METHOD_AS_FUNCTION(swoole_event_set, Swoole_Event, set)
TERN_METHOD_AS_FUNCTION(swoole_event_del, Swoole_Event, del)
TERN_METHOD_AS_FUNCTION(swoole_event_isset, Swoole_Event, isset)
TERN_METHOD_AS_FUNCTION(swoole_event_write, Swoole_Event, write)
TERN_METHOD_AS_FUNCTION(swoole_event_wait, Swoole_Event, wait)
TERN_METHOD_AS_FUNCTION(swoole_event_dispatch, Swoole_Event, dispatch)
TERN_METHOD_AS_FUNCTION(swoole_event_exit, Swoole_Event, exit)
TERN_METHOD_AS_FUNCTION(swoole_event_defer, Swoole_Event, defer)
TERN_METHOD_AS_FUNCTION(swoole_event_cycle, Swoole_Event, cycle)
TERN_METHOD_AS_FUNCTION(swoole_event_rshutdown, Swoole_Event, rshutdown)
