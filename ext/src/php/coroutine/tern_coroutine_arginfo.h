/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: d1699da0c7f9e4ffbcd36780d95fd22f85d8501c */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Coroutine_listWaiting, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Coroutine, listWaiting);


static const zend_function_entry class_Tern_Coroutine_methods[] = {
	ZEND_ME(Tern_Coroutine, listWaiting, arginfo_class_Tern_Coroutine_listWaiting, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Coroutine(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern", "Coroutine", class_Tern_Coroutine_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}
