/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e92d0ce8c78185874ac06a058d678d74e28b6f0e */

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_timer_tick, 0, 0, 2)
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


ZEND_FUNCTION(swoole_timer_tick);
ZEND_FUNCTION(swoole_timer_after);
ZEND_FUNCTION(swoole_timer_exists);
ZEND_FUNCTION(swoole_timer_info);
ZEND_FUNCTION(swoole_timer_stats);
ZEND_FUNCTION(swoole_timer_list);
ZEND_FUNCTION(swoole_timer_clear);
ZEND_FUNCTION(swoole_timer_clear_all);
ZEND_FUNCTION(swoole_timer_set);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(swoole_timer_tick, arginfo_swoole_timer_tick)
	ZEND_FE(swoole_timer_after, arginfo_swoole_timer_after)
	ZEND_FE(swoole_timer_exists, arginfo_swoole_timer_exists)
	ZEND_FE(swoole_timer_info, arginfo_swoole_timer_info)
	ZEND_FE(swoole_timer_stats, arginfo_swoole_timer_stats)
	ZEND_FE(swoole_timer_list, arginfo_swoole_timer_list)
	ZEND_FE(swoole_timer_clear, arginfo_swoole_timer_clear)
	ZEND_FE(swoole_timer_clear_all, arginfo_swoole_timer_clear_all)
	ZEND_FE(swoole_timer_set, arginfo_swoole_timer_set)
	ZEND_FE_END
};
