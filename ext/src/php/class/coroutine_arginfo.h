/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2ad69460b4b4d6fb7941f3242a1325116ad8e7ed */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Coroutine_create, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, func, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, param, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Coroutine_defer, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Coroutine_yield, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Coroutine_suspend arginfo_class_Swoole_Coroutine_yield

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Coroutine_resume, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, cid, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Coroutine_getCid arginfo_class_Swoole_Coroutine_yield

#define arginfo_class_Swoole_Coroutine_getuid arginfo_class_Swoole_Coroutine_yield

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Coroutine_getPcid, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, cid, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Coroutine_exists arginfo_class_Swoole_Coroutine_resume

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Coroutine_cancel, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, cid, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, throw_exception, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Coroutine_stats arginfo_class_Swoole_Coroutine_yield

#define arginfo_class_Swoole_Coroutine_list arginfo_class_Swoole_Coroutine_yield


ZEND_METHOD(Swoole_Coroutine, create);
ZEND_METHOD(Swoole_Coroutine, defer);
ZEND_METHOD(Swoole_Coroutine, yield);
ZEND_METHOD(Swoole_Coroutine, resume);
ZEND_METHOD(Swoole_Coroutine, getCid);
ZEND_METHOD(Swoole_Coroutine, getPcid);
ZEND_METHOD(Swoole_Coroutine, exists);
ZEND_METHOD(Swoole_Coroutine, cancel);
ZEND_METHOD(Swoole_Coroutine, stats);
ZEND_METHOD(Swoole_Coroutine, list);


static const zend_function_entry class_Swoole_Coroutine_methods[] = {
	ZEND_ME(Swoole_Coroutine, create, arginfo_class_Swoole_Coroutine_create, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, defer, arginfo_class_Swoole_Coroutine_defer, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, yield, arginfo_class_Swoole_Coroutine_yield, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Swoole_Coroutine, suspend, yield, arginfo_class_Swoole_Coroutine_suspend, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, resume, arginfo_class_Swoole_Coroutine_resume, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, getCid, arginfo_class_Swoole_Coroutine_getCid, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(Swoole_Coroutine, getuid, getCid, arginfo_class_Swoole_Coroutine_getuid, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, getPcid, arginfo_class_Swoole_Coroutine_getPcid, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, exists, arginfo_class_Swoole_Coroutine_exists, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, cancel, arginfo_class_Swoole_Coroutine_cancel, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, stats, arginfo_class_Swoole_Coroutine_stats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Coroutine, list, arginfo_class_Swoole_Coroutine_list, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Coroutine(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole", "Coroutine", class_Swoole_Coroutine_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}
