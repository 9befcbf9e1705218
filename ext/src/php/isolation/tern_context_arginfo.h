/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 060ba69a6d26ab18dd036aa39f2a0eb68ab81d38 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Context___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Context_isAvailable, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Tern_Context_fresh, 0, 0, Tern\\Context, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Context_copy arginfo_class_Tern_Context_fresh

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Tern_Context_current, 0, 0, Tern\\Context, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Context_run, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_MASK(0, function, MAY_BE_CALLABLE|MAY_BE_ARRAY|MAY_BE_STRING, NULL)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, arguments, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Context_include, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Context_end, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Context_getNumber, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Context_getCoroutines arginfo_class_Tern_Context_getNumber

#define arginfo_class_Tern_Context_getMemory arginfo_class_Tern_Context_getNumber


ZEND_METHOD(Tern_Context, __construct);
ZEND_METHOD(Tern_Context, isAvailable);
ZEND_METHOD(Tern_Context, fresh);
ZEND_METHOD(Tern_Context, copy);
ZEND_METHOD(Tern_Context, current);
ZEND_METHOD(Tern_Context, run);
ZEND_METHOD(Tern_Context, include);
ZEND_METHOD(Tern_Context, end);
ZEND_METHOD(Tern_Context, getNumber);
ZEND_METHOD(Tern_Context, getCoroutines);
ZEND_METHOD(Tern_Context, getMemory);


static const zend_function_entry class_Tern_Context_methods[] = {
	ZEND_ME(Tern_Context, __construct, arginfo_class_Tern_Context___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Tern_Context, isAvailable, arginfo_class_Tern_Context_isAvailable, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Context, fresh, arginfo_class_Tern_Context_fresh, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Context, copy, arginfo_class_Tern_Context_copy, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Context, current, arginfo_class_Tern_Context_current, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Context, run, arginfo_class_Tern_Context_run, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Context, include, arginfo_class_Tern_Context_include, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Context, end, arginfo_class_Tern_Context_end, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Context, getNumber, arginfo_class_Tern_Context_getNumber, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Context, getCoroutines, arginfo_class_Tern_Context_getCoroutines, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Context, getMemory, arginfo_class_Tern_Context_getMemory, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Context(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern", "Context", class_Tern_Context_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}
