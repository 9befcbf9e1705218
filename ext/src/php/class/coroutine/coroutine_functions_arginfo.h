/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 99ab176698ee622e488cc34f1d3dc3d97aa67392 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_coroutine_create, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, func, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, param, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_coroutine_defer, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_run, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_Swoole_Coroutine_go, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_Swoole_Coroutine_defer arginfo_swoole_coroutine_defer


ZEND_FUNCTION(swoole_coroutine_create);
ZEND_FUNCTION(swoole_coroutine_defer);
ZEND_FUNCTION(Swoole_Coroutine_run);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(swoole_coroutine_create, arginfo_swoole_coroutine_create)
	ZEND_FE(swoole_coroutine_defer, arginfo_swoole_coroutine_defer)
	ZEND_NS_FALIAS("Swoole\\Coroutine", run, Swoole_Coroutine_run, arginfo_Swoole_Coroutine_run)
	ZEND_NS_FALIAS("Swoole\\Coroutine", go, swoole_coroutine_create, arginfo_Swoole_Coroutine_go)
	ZEND_NS_FALIAS("Swoole\\Coroutine", defer, swoole_coroutine_defer, arginfo_Swoole_Coroutine_defer)
	ZEND_FE_END
};
