/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 05b0cb0c2f67ff5f8eb0baa5af638582775d4cce */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Responder_begin, 0, 3, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, options, Tern\\Internal\\Fpm\\ResponderOptions, 0)
	ZEND_ARG_OBJ_INFO(0, settings, Tern\\Internal\\Fpm\\Settings, 0)
	ZEND_ARG_TYPE_INFO(0, environment, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, monitor, Tern\\Internal\\Fpm\\Monitor, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Responder_respond, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Fpm_Responder, begin);
ZEND_METHOD(Tern_Internal_Fpm_Responder, respond);


static const zend_function_entry class_Tern_Internal_Fpm_Responder_methods[] = {
	ZEND_ME(Tern_Internal_Fpm_Responder, begin, arginfo_class_Tern_Internal_Fpm_Responder_begin, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Responder, respond, arginfo_class_Tern_Internal_Fpm_Responder_respond, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Fpm_Responder(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Fpm", "Responder", class_Tern_Internal_Fpm_Responder_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
