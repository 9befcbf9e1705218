/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: dc7988a8f611baa8ddaf45d1d8bcd9ddd977ef85 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_Response_onAbort, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, cancel, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_Response_earlyHints, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, links, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_Response_informational, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, status, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, headers, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Http_Response, onAbort);
ZEND_METHOD(Tern_Http_Response, earlyHints);
ZEND_METHOD(Tern_Http_Response, informational);


static const zend_function_entry class_Tern_Http_Response_methods[] = {
	ZEND_ME(Tern_Http_Response, onAbort, arginfo_class_Tern_Http_Response_onAbort, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Http_Response, earlyHints, arginfo_class_Tern_Http_Response_earlyHints, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Http_Response, informational, arginfo_class_Tern_Http_Response_informational, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Http_Response(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Http", "Response", class_Tern_Http_Response_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}
