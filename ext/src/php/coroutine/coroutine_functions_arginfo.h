/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 7ca17f8a52a7700ecab5d6db5ee7868aa7cb8fb8 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_coroutine_create, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, func, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, params, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_coroutine_defer, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_async_set, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, settings, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_async_dns_lookup_coro, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, domain_name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "60")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_LONG, 0, "AF_INET")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_Swoole_Coroutine_run, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_INFO(0, args)
ZEND_END_ARG_INFO()

#define arginfo_Swoole_Coroutine_go arginfo_Swoole_Coroutine_run

ZEND_BEGIN_ARG_INFO_EX(arginfo_Swoole_Coroutine_defer, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_Swoole_Coroutine_deadlock_check, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(swoole_coroutine_create);
ZEND_FUNCTION(swoole_coroutine_defer);
ZEND_FUNCTION(swoole_async_set);
ZEND_FUNCTION(swoole_async_dns_lookup_coro);
ZEND_FUNCTION(Swoole_Coroutine_run);
ZEND_FUNCTION(Swoole_Coroutine_deadlock_check);


static const zend_function_entry coroutine_functions_entries[] = {
	ZEND_FE(swoole_coroutine_create, arginfo_swoole_coroutine_create)
	ZEND_FE(swoole_coroutine_defer, arginfo_swoole_coroutine_defer)
	ZEND_FE(swoole_async_set, arginfo_swoole_async_set)
	ZEND_FE(swoole_async_dns_lookup_coro, arginfo_swoole_async_dns_lookup_coro)
	ZEND_NS_FALIAS("Swoole\\Coroutine", run, Swoole_Coroutine_run, arginfo_Swoole_Coroutine_run)
	ZEND_NS_FALIAS("Swoole\\Coroutine", go, swoole_coroutine_create, arginfo_Swoole_Coroutine_go)
	ZEND_NS_FALIAS("Swoole\\Coroutine", defer, swoole_coroutine_defer, arginfo_Swoole_Coroutine_defer)
	ZEND_NS_FALIAS("Swoole\\Coroutine", deadlock_check, Swoole_Coroutine_deadlock_check, arginfo_Swoole_Coroutine_deadlock_check)
	ZEND_FE_END
};
