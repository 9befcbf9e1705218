/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2c58127884cdbb316779766c871d4610b0de8fc5 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Atomic_Long___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Atomic_Long_add, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, add_value, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Atomic_Long_sub, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, sub_value, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Atomic_Long_get, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Atomic_Long_set, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Atomic_Long_cmpset, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, cmp_value, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, new_value, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Swoole_Atomic_Long, __construct);
ZEND_METHOD(Swoole_Atomic_Long, add);
ZEND_METHOD(Swoole_Atomic_Long, sub);
ZEND_METHOD(Swoole_Atomic_Long, get);
ZEND_METHOD(Swoole_Atomic_Long, set);
ZEND_METHOD(Swoole_Atomic_Long, cmpset);


static const zend_function_entry class_Swoole_Atomic_Long_methods[] = {
	ZEND_ME(Swoole_Atomic_Long, __construct, arginfo_class_Swoole_Atomic_Long___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Atomic_Long, add, arginfo_class_Swoole_Atomic_Long_add, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Atomic_Long, sub, arginfo_class_Swoole_Atomic_Long_sub, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Atomic_Long, get, arginfo_class_Swoole_Atomic_Long_get, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Atomic_Long, set, arginfo_class_Swoole_Atomic_Long_set, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Atomic_Long, cmpset, arginfo_class_Swoole_Atomic_Long_cmpset, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Atomic_Long(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole\\Atomic", "Long", class_Swoole_Atomic_Long_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
