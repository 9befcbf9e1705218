/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2493151de9c7905c1173bb384e02242b3d24b79c */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_ContextCall___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_ContextCall___invoke, 0, 0, IS_MIXED, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, arguments, IS_MIXED, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_ContextCall, __construct);
ZEND_METHOD(Tern_Internal_ContextCall, __invoke);


static const zend_function_entry class_Tern_Internal_ContextCall_methods[] = {
	ZEND_ME(Tern_Internal_ContextCall, __construct, arginfo_class_Tern_Internal_ContextCall___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Tern_Internal_ContextCall, __invoke, arginfo_class_Tern_Internal_ContextCall___invoke, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_ContextCall(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "ContextCall", class_Tern_Internal_ContextCall_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}
