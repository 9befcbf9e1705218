#include "php/class/timer_functions.h"

#include "php/bridge/compat.h"
#include "php/class/timer_functions_arginfo.h"

namespace tern::php {

void register_timer_functions() { zend_register_functions(nullptr, ext_functions, nullptr, MODULE_PERSISTENT); }

}  // namespace tern::php

ZEND_METHOD(Swoole_Timer, tick);
ZEND_METHOD(Swoole_Timer, after);
ZEND_METHOD(Swoole_Timer, exists);
ZEND_METHOD(Swoole_Timer, info);
ZEND_METHOD(Swoole_Timer, stats);
ZEND_METHOD(Swoole_Timer, list);
ZEND_METHOD(Swoole_Timer, clear);
ZEND_METHOD(Swoole_Timer, clearAll);
ZEND_METHOD(Swoole_Timer, set);

ZEND_FUNCTION(swoole_timer_tick) { ZEND_MN(Swoole_Timer_tick)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_after) { ZEND_MN(Swoole_Timer_after)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_exists) { ZEND_MN(Swoole_Timer_exists)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_info) { ZEND_MN(Swoole_Timer_info)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_stats) { ZEND_MN(Swoole_Timer_stats)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_list) { ZEND_MN(Swoole_Timer_list)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_clear) { ZEND_MN(Swoole_Timer_clear)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_clear_all) { ZEND_MN(Swoole_Timer_clearAll)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
ZEND_FUNCTION(swoole_timer_set) { ZEND_MN(Swoole_Timer_set)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }
