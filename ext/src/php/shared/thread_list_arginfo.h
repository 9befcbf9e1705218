/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 658a505120b41a237fa9ff3f82ebfa2cecc2dbef */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Thread_ArrayList___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, array, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_offsetGet, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_offsetExists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_offsetSet, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_offsetUnset, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_find, 0, 1, IS_LONG, 1)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_count, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_incr, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_ArrayList_decr arginfo_class_Swoole_Thread_ArrayList_incr

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_clean, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_ArrayList_toArray, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_ArrayList_sort arginfo_class_Swoole_Thread_ArrayList_clean


ZEND_METHOD(Swoole_Thread_ArrayList, __construct);
ZEND_METHOD(Swoole_Thread_ArrayList, offsetGet);
ZEND_METHOD(Swoole_Thread_ArrayList, offsetExists);
ZEND_METHOD(Swoole_Thread_ArrayList, offsetSet);
ZEND_METHOD(Swoole_Thread_ArrayList, offsetUnset);
ZEND_METHOD(Swoole_Thread_ArrayList, find);
ZEND_METHOD(Swoole_Thread_ArrayList, count);
ZEND_METHOD(Swoole_Thread_ArrayList, incr);
ZEND_METHOD(Swoole_Thread_ArrayList, decr);
ZEND_METHOD(Swoole_Thread_ArrayList, clean);
ZEND_METHOD(Swoole_Thread_ArrayList, toArray);
ZEND_METHOD(Swoole_Thread_ArrayList, sort);


static const zend_function_entry class_Swoole_Thread_ArrayList_methods[] = {
	ZEND_ME(Swoole_Thread_ArrayList, __construct, arginfo_class_Swoole_Thread_ArrayList___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, offsetGet, arginfo_class_Swoole_Thread_ArrayList_offsetGet, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, offsetExists, arginfo_class_Swoole_Thread_ArrayList_offsetExists, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, offsetSet, arginfo_class_Swoole_Thread_ArrayList_offsetSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, offsetUnset, arginfo_class_Swoole_Thread_ArrayList_offsetUnset, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, find, arginfo_class_Swoole_Thread_ArrayList_find, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, count, arginfo_class_Swoole_Thread_ArrayList_count, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, incr, arginfo_class_Swoole_Thread_ArrayList_incr, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, decr, arginfo_class_Swoole_Thread_ArrayList_decr, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, clean, arginfo_class_Swoole_Thread_ArrayList_clean, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, toArray, arginfo_class_Swoole_Thread_ArrayList_toArray, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_ArrayList, sort, arginfo_class_Swoole_Thread_ArrayList_sort, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Thread_ArrayList(zend_class_entry *class_entry_ArrayAccess, zend_class_entry *class_entry_Countable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole\\Thread", "ArrayList", class_Swoole_Thread_ArrayList_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 2, class_entry_ArrayAccess, class_entry_Countable);

	return class_entry;
}
