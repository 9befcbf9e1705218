/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2d27dace215ccd467109779e170cf5d22675d153 */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Runtime_enableCoroutine, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(0, flags, "SWOOLE_HOOK_ALL")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, more_flags, IS_LONG, 0, "SWOOLE_HOOK_ALL")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Runtime_getHookFlags, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Runtime_setHookFlags, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, flags, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Runtime_enableStrictMode, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Swoole_Runtime, enableCoroutine);
ZEND_METHOD(Swoole_Runtime, getHookFlags);
ZEND_METHOD(Swoole_Runtime, setHookFlags);
ZEND_METHOD(Swoole_Runtime, enableStrictMode);


static const zend_function_entry class_Swoole_Runtime_methods[] = {
	ZEND_ME(Swoole_Runtime, enableCoroutine, arginfo_class_Swoole_Runtime_enableCoroutine, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Runtime, getHookFlags, arginfo_class_Swoole_Runtime_getHookFlags, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Runtime, setHookFlags, arginfo_class_Swoole_Runtime_setHookFlags, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Runtime, enableStrictMode, arginfo_class_Swoole_Runtime_enableStrictMode, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Runtime(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole", "Runtime", class_Swoole_Runtime_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}
