/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fee5d31cb042931ff7397a045bfa9100e16bb2cb */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_timer_tick, 0, 2, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, ms, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, params, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_timer_after arginfo_swoole_timer_tick

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_timer_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timer_id, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_timer_info, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, timer_id, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_timer_stats, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_timer_list, 0, 0, Swoole\\Timer\\Iterator, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_timer_clear arginfo_swoole_timer_exists

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_timer_clear_all, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_timer_set, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, settings, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_event_add, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, fd, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read_callback, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, write_callback, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, events, IS_LONG, 0, "SWOOLE_EVENT_READ")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_set, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read_callback, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, write_callback, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, events, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_del, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_isset, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, events, IS_LONG, 0, "SWOOLE_EVENT_READ | SWOOLE_EVENT_WRITE")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_write, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_wait, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_event_dispatch arginfo_swoole_timer_clear_all

#define arginfo_swoole_event_exit arginfo_swoole_event_wait

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_defer, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_cycle, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, before, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_swoole_event_rshutdown arginfo_swoole_event_wait


ZEND_FUNCTION(swoole_timer_tick);
ZEND_FUNCTION(swoole_timer_after);
ZEND_FUNCTION(swoole_timer_exists);
ZEND_FUNCTION(swoole_timer_info);
ZEND_FUNCTION(swoole_timer_stats);
ZEND_FUNCTION(swoole_timer_list);
ZEND_FUNCTION(swoole_timer_clear);
ZEND_FUNCTION(swoole_timer_clear_all);
ZEND_FUNCTION(swoole_timer_set);
ZEND_FUNCTION(swoole_event_add);
ZEND_FUNCTION(swoole_event_set);
ZEND_FUNCTION(swoole_event_del);
ZEND_FUNCTION(swoole_event_isset);
ZEND_FUNCTION(swoole_event_write);
ZEND_FUNCTION(swoole_event_wait);
ZEND_FUNCTION(swoole_event_dispatch);
ZEND_FUNCTION(swoole_event_exit);
ZEND_FUNCTION(swoole_event_defer);
ZEND_FUNCTION(swoole_event_cycle);
ZEND_FUNCTION(swoole_event_rshutdown);


static const zend_function_entry loop_functions_entries[] = {
	ZEND_FE(swoole_timer_tick, arginfo_swoole_timer_tick)
	ZEND_FE(swoole_timer_after, arginfo_swoole_timer_after)
	ZEND_FE(swoole_timer_exists, arginfo_swoole_timer_exists)
	ZEND_FE(swoole_timer_info, arginfo_swoole_timer_info)
	ZEND_FE(swoole_timer_stats, arginfo_swoole_timer_stats)
	ZEND_FE(swoole_timer_list, arginfo_swoole_timer_list)
	ZEND_FE(swoole_timer_clear, arginfo_swoole_timer_clear)
	ZEND_FE(swoole_timer_clear_all, arginfo_swoole_timer_clear_all)
	ZEND_FE(swoole_timer_set, arginfo_swoole_timer_set)
	ZEND_FE(swoole_event_add, arginfo_swoole_event_add)
	ZEND_FE(swoole_event_set, arginfo_swoole_event_set)
	ZEND_FE(swoole_event_del, arginfo_swoole_event_del)
	ZEND_FE(swoole_event_isset, arginfo_swoole_event_isset)
	ZEND_FE(swoole_event_write, arginfo_swoole_event_write)
	ZEND_FE(swoole_event_wait, arginfo_swoole_event_wait)
	ZEND_FE(swoole_event_dispatch, arginfo_swoole_event_dispatch)
	ZEND_FE(swoole_event_exit, arginfo_swoole_event_exit)
	ZEND_FE(swoole_event_defer, arginfo_swoole_event_defer)
	ZEND_FE(swoole_event_cycle, arginfo_swoole_event_cycle)
	ZEND_FE(swoole_event_rshutdown, arginfo_swoole_event_rshutdown)
	ZEND_FE_END
};
