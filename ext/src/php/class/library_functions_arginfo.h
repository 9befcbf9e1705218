/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2fa7028662b74f021ddcf538be3eb3563c74f0e0 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_batch, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, tasks, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_parallel, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, n, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_map, 0, 2, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, list, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_wait, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_cooperate, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_uncooperate, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, before, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_is_overdue, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_in_worker arginfo_Tern_Internal_is_overdue

#define arginfo_Tern_Internal_give_way arginfo_Tern_Internal_is_overdue

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_wake, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, cid, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Swoole_Coroutine_batch);
ZEND_FUNCTION(Swoole_Coroutine_parallel);
ZEND_FUNCTION(Swoole_Coroutine_map);
ZEND_FUNCTION(Tern_Internal_wait);
ZEND_FUNCTION(Tern_Internal_cooperate);
ZEND_FUNCTION(Tern_Internal_uncooperate);
ZEND_FUNCTION(Tern_Internal_is_overdue);
ZEND_FUNCTION(Tern_Internal_in_worker);
ZEND_FUNCTION(Tern_Internal_give_way);
ZEND_FUNCTION(Tern_Internal_wake);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Swoole\\Coroutine", batch, Swoole_Coroutine_batch, arginfo_Swoole_Coroutine_batch)
	ZEND_NS_FALIAS("Swoole\\Coroutine", parallel, Swoole_Coroutine_parallel, arginfo_Swoole_Coroutine_parallel)
	ZEND_NS_FALIAS("Swoole\\Coroutine", map, Swoole_Coroutine_map, arginfo_Swoole_Coroutine_map)
	ZEND_NS_FALIAS("Tern\\Internal", wait, Tern_Internal_wait, arginfo_Tern_Internal_wait)
	ZEND_NS_FALIAS("Tern\\Internal", cooperate, Tern_Internal_cooperate, arginfo_Tern_Internal_cooperate)
	ZEND_NS_FALIAS("Tern\\Internal", uncooperate, Tern_Internal_uncooperate, arginfo_Tern_Internal_uncooperate)
	ZEND_NS_FALIAS("Tern\\Internal", is_overdue, Tern_Internal_is_overdue, arginfo_Tern_Internal_is_overdue)
	ZEND_NS_FALIAS("Tern\\Internal", in_worker, Tern_Internal_in_worker, arginfo_Tern_Internal_in_worker)
	ZEND_NS_FALIAS("Tern\\Internal", give_way, Tern_Internal_give_way, arginfo_Tern_Internal_give_way)
	ZEND_NS_FALIAS("Tern\\Internal", wake, Tern_Internal_wake, arginfo_Tern_Internal_wake)
	ZEND_FE_END
};
