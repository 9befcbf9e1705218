/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: d59fa2fa9b4f77afc4e05facee22da19c0e7082f */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_SharedCache___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, size, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_get, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, default, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_has, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_set, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, ttl, DateInterval, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_DOUBLE, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_SharedCache_add arginfo_class_Tern_Internal_SharedCache_set

#define arginfo_class_Tern_Internal_SharedCache_delete arginfo_class_Tern_Internal_SharedCache_has

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_deleteIf, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_clear, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_increment, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_LONG, 0, "1")
	ZEND_ARG_OBJ_TYPE_MASK(0, ttl, DateInterval, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_DOUBLE, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_SharedCache_decrement arginfo_class_Tern_Internal_SharedCache_increment

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_stats, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_ofServer, 0, 0, IS_STATIC, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_claim, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(1, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, deadline, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_takeOver, 0, 3, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, process, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, token, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, deadline, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_isOwn, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, process, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_fulfil, 0, 4, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, token, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, ttl, DateInterval, MAY_BE_NULL|MAY_BE_LONG|MAY_BE_DOUBLE, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedCache_giveUp, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, token, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_SharedCache, __construct);
ZEND_METHOD(Tern_Internal_SharedCache, get);
ZEND_METHOD(Tern_Internal_SharedCache, has);
ZEND_METHOD(Tern_Internal_SharedCache, set);
ZEND_METHOD(Tern_Internal_SharedCache, add);
ZEND_METHOD(Tern_Internal_SharedCache, delete);
ZEND_METHOD(Tern_Internal_SharedCache, deleteIf);
ZEND_METHOD(Tern_Internal_SharedCache, clear);
ZEND_METHOD(Tern_Internal_SharedCache, increment);
ZEND_METHOD(Tern_Internal_SharedCache, decrement);
ZEND_METHOD(Tern_Internal_SharedCache, stats);
ZEND_METHOD(Tern_Internal_SharedCache, ofServer);
ZEND_METHOD(Tern_Internal_SharedCache, claim);
ZEND_METHOD(Tern_Internal_SharedCache, takeOver);
ZEND_METHOD(Tern_Internal_SharedCache, isOwn);
ZEND_METHOD(Tern_Internal_SharedCache, fulfil);
ZEND_METHOD(Tern_Internal_SharedCache, giveUp);


static const zend_function_entry class_Tern_Internal_SharedCache_methods[] = {
	ZEND_ME(Tern_Internal_SharedCache, __construct, arginfo_class_Tern_Internal_SharedCache___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, get, arginfo_class_Tern_Internal_SharedCache_get, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, has, arginfo_class_Tern_Internal_SharedCache_has, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, set, arginfo_class_Tern_Internal_SharedCache_set, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, add, arginfo_class_Tern_Internal_SharedCache_add, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, delete, arginfo_class_Tern_Internal_SharedCache_delete, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, deleteIf, arginfo_class_Tern_Internal_SharedCache_deleteIf, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, clear, arginfo_class_Tern_Internal_SharedCache_clear, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, increment, arginfo_class_Tern_Internal_SharedCache_increment, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, decrement, arginfo_class_Tern_Internal_SharedCache_decrement, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, stats, arginfo_class_Tern_Internal_SharedCache_stats, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedCache, ofServer, arginfo_class_Tern_Internal_SharedCache_ofServer, ZEND_ACC_PROTECTED|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Internal_SharedCache, claim, arginfo_class_Tern_Internal_SharedCache_claim, ZEND_ACC_PROTECTED)
	ZEND_ME(Tern_Internal_SharedCache, takeOver, arginfo_class_Tern_Internal_SharedCache_takeOver, ZEND_ACC_PROTECTED)
	ZEND_ME(Tern_Internal_SharedCache, isOwn, arginfo_class_Tern_Internal_SharedCache_isOwn, ZEND_ACC_PROTECTED)
	ZEND_ME(Tern_Internal_SharedCache, fulfil, arginfo_class_Tern_Internal_SharedCache_fulfil, ZEND_ACC_PROTECTED)
	ZEND_ME(Tern_Internal_SharedCache, giveUp, arginfo_class_Tern_Internal_SharedCache_giveUp, ZEND_ACC_PROTECTED)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_SharedCache(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "SharedCache", class_Tern_Internal_SharedCache_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_ABSTRACT|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
