/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 44f4fe28451389082a74556ab0d205621f6279d9 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_event_add, 0, 0, 1)
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

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_dispatch, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_event_exit arginfo_swoole_event_wait

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_defer, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_event_cycle, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, before, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()


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


static const zend_function_entry ext_functions[] = {
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
	ZEND_FE_END
};
