/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: c7e1bf859306caf045a5eb6233279cf276dc87bd */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_SharedPlaces___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, count, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedPlaces_tryTake, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, held, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedPlaces_giveBack, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedPlaces_isWanted, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_SharedPlaces_isStarved arginfo_class_Tern_Internal_SharedPlaces_isWanted

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_SharedPlaces_taken, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_SharedPlaces, __construct);
ZEND_METHOD(Tern_Internal_SharedPlaces, tryTake);
ZEND_METHOD(Tern_Internal_SharedPlaces, giveBack);
ZEND_METHOD(Tern_Internal_SharedPlaces, isWanted);
ZEND_METHOD(Tern_Internal_SharedPlaces, isStarved);
ZEND_METHOD(Tern_Internal_SharedPlaces, taken);


static const zend_function_entry class_Tern_Internal_SharedPlaces_methods[] = {
	ZEND_ME(Tern_Internal_SharedPlaces, __construct, arginfo_class_Tern_Internal_SharedPlaces___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedPlaces, tryTake, arginfo_class_Tern_Internal_SharedPlaces_tryTake, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedPlaces, giveBack, arginfo_class_Tern_Internal_SharedPlaces_giveBack, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedPlaces, isWanted, arginfo_class_Tern_Internal_SharedPlaces_isWanted, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedPlaces, isStarved, arginfo_class_Tern_Internal_SharedPlaces_isStarved, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_SharedPlaces, taken, arginfo_class_Tern_Internal_SharedPlaces_taken, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_SharedPlaces(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "SharedPlaces", class_Tern_Internal_SharedPlaces_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
