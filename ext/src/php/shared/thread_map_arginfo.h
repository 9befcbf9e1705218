/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 74c3dbf178a745f3d367d6db59d4146319d6a5cf */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Thread_Map___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, array, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_offsetGet, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_offsetExists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_offsetSet, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_offsetUnset, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_find, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_count, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_keys, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_Map_values arginfo_class_Swoole_Thread_Map_keys

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_incr, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_MIXED, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_Map_decr arginfo_class_Swoole_Thread_Map_incr

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_add, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_Map_update arginfo_class_Swoole_Thread_Map_add

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Map_clean, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_Map_toArray arginfo_class_Swoole_Thread_Map_keys

#define arginfo_class_Swoole_Thread_Map_sort arginfo_class_Swoole_Thread_Map_clean


ZEND_METHOD(Swoole_Thread_Map, __construct);
ZEND_METHOD(Swoole_Thread_Map, offsetGet);
ZEND_METHOD(Swoole_Thread_Map, offsetExists);
ZEND_METHOD(Swoole_Thread_Map, offsetSet);
ZEND_METHOD(Swoole_Thread_Map, offsetUnset);
ZEND_METHOD(Swoole_Thread_Map, find);
ZEND_METHOD(Swoole_Thread_Map, count);
ZEND_METHOD(Swoole_Thread_Map, keys);
ZEND_METHOD(Swoole_Thread_Map, values);
ZEND_METHOD(Swoole_Thread_Map, incr);
ZEND_METHOD(Swoole_Thread_Map, decr);
ZEND_METHOD(Swoole_Thread_Map, add);
ZEND_METHOD(Swoole_Thread_Map, update);
ZEND_METHOD(Swoole_Thread_Map, clean);
ZEND_METHOD(Swoole_Thread_Map, toArray);
ZEND_METHOD(Swoole_Thread_Map, sort);


static const zend_function_entry class_Swoole_Thread_Map_methods[] = {
	ZEND_ME(Swoole_Thread_Map, __construct, arginfo_class_Swoole_Thread_Map___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, offsetGet, arginfo_class_Swoole_Thread_Map_offsetGet, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, offsetExists, arginfo_class_Swoole_Thread_Map_offsetExists, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, offsetSet, arginfo_class_Swoole_Thread_Map_offsetSet, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, offsetUnset, arginfo_class_Swoole_Thread_Map_offsetUnset, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, find, arginfo_class_Swoole_Thread_Map_find, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, count, arginfo_class_Swoole_Thread_Map_count, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, keys, arginfo_class_Swoole_Thread_Map_keys, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, values, arginfo_class_Swoole_Thread_Map_values, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, incr, arginfo_class_Swoole_Thread_Map_incr, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, decr, arginfo_class_Swoole_Thread_Map_decr, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, add, arginfo_class_Swoole_Thread_Map_add, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, update, arginfo_class_Swoole_Thread_Map_update, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, clean, arginfo_class_Swoole_Thread_Map_clean, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, toArray, arginfo_class_Swoole_Thread_Map_toArray, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Map, sort, arginfo_class_Swoole_Thread_Map_sort, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Thread_Map(zend_class_entry *class_entry_ArrayAccess, zend_class_entry *class_entry_Countable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole\\Thread", "Map", class_Swoole_Thread_Map_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 2, class_entry_ArrayAccess, class_entry_Countable);

	return class_entry;
}
