/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: a3638f6aab3318b6e0e3ae42c8d4367923d7cce0 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Client_HttpConnection___construct, 0, 0, 1)
	ZEND_ARG_OBJ_INFO(0, socket, Swoole\\Coroutine\\Socket, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_HttpConnection_send, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, head, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, body, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_HttpConnection_write, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_HttpConnection_receiveHead, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, method, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, upgrade, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Tern_Internal_Client_HttpConnection_receivePiece, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_Client_HttpConnection_receive arginfo_class_Tern_Internal_Client_HttpConnection_receiveHead

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_HttpConnection_isIdle, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Client_HttpConnection, __construct);
ZEND_METHOD(Tern_Internal_Client_HttpConnection, send);
ZEND_METHOD(Tern_Internal_Client_HttpConnection, write);
ZEND_METHOD(Tern_Internal_Client_HttpConnection, receiveHead);
ZEND_METHOD(Tern_Internal_Client_HttpConnection, receivePiece);
ZEND_METHOD(Tern_Internal_Client_HttpConnection, receive);
ZEND_METHOD(Tern_Internal_Client_HttpConnection, isIdle);


static const zend_function_entry class_Tern_Internal_Client_HttpConnection_methods[] = {
	ZEND_ME(Tern_Internal_Client_HttpConnection, __construct, arginfo_class_Tern_Internal_Client_HttpConnection___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_HttpConnection, send, arginfo_class_Tern_Internal_Client_HttpConnection_send, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_HttpConnection, write, arginfo_class_Tern_Internal_Client_HttpConnection_write, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_HttpConnection, receiveHead, arginfo_class_Tern_Internal_Client_HttpConnection_receiveHead, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_HttpConnection, receivePiece, arginfo_class_Tern_Internal_Client_HttpConnection_receivePiece, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_HttpConnection, receive, arginfo_class_Tern_Internal_Client_HttpConnection_receive, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_HttpConnection, isIdle, arginfo_class_Tern_Internal_Client_HttpConnection_isIdle, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Client_HttpConnection(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Client", "HttpConnection", class_Tern_Internal_Client_HttpConnection_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_errCode_default_value;
	ZVAL_LONG(&property_errCode_default_value, 0);
	zend_string *property_errCode_name = zend_string_init("errCode", sizeof("errCode") - 1, 1);
	zend_declare_typed_property(class_entry, property_errCode_name, &property_errCode_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_errCode_name);

	zval property_errMsg_default_value;
	ZVAL_EMPTY_STRING(&property_errMsg_default_value);
	zend_string *property_errMsg_name = zend_string_init("errMsg", sizeof("errMsg") - 1, 1);
	zend_declare_typed_property(class_entry, property_errMsg_name, &property_errMsg_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_errMsg_name);

	zval property_statusCode_default_value;
	ZVAL_LONG(&property_statusCode_default_value, 0);
	zend_string *property_statusCode_name = zend_string_init("statusCode", sizeof("statusCode") - 1, 1);
	zend_declare_typed_property(class_entry, property_statusCode_name, &property_statusCode_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_statusCode_name);

	zval property_reason_default_value;
	ZVAL_EMPTY_STRING(&property_reason_default_value);
	zend_string *property_reason_name = zend_string_init("reason", sizeof("reason") - 1, 1);
	zend_declare_typed_property(class_entry, property_reason_name, &property_reason_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_reason_name);

	zval property_headers_default_value;
	ZVAL_EMPTY_ARRAY(&property_headers_default_value);
	zend_string *property_headers_name = zend_string_init("headers", sizeof("headers") - 1, 1);
	zend_declare_typed_property(class_entry, property_headers_name, &property_headers_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_headers_name);

	zval property_setCookies_default_value;
	ZVAL_EMPTY_ARRAY(&property_setCookies_default_value);
	zend_string *property_setCookies_name = zend_string_init("setCookies", sizeof("setCookies") - 1, 1);
	zend_declare_typed_property(class_entry, property_setCookies_name, &property_setCookies_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_setCookies_name);

	zval property_trailers_default_value;
	ZVAL_EMPTY_ARRAY(&property_trailers_default_value);
	zend_string *property_trailers_name = zend_string_init("trailers", sizeof("trailers") - 1, 1);
	zend_declare_typed_property(class_entry, property_trailers_name, &property_trailers_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_trailers_name);

	zval property_body_default_value;
	ZVAL_EMPTY_STRING(&property_body_default_value);
	zend_string *property_body_name = zend_string_init("body", sizeof("body") - 1, 1);
	zend_declare_typed_property(class_entry, property_body_name, &property_body_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_body_name);

	zval property_begun_default_value;
	ZVAL_FALSE(&property_begun_default_value);
	zend_string *property_begun_name = zend_string_init("begun", sizeof("begun") - 1, 1);
	zend_declare_typed_property(class_entry, property_begun_name, &property_begun_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_begun_name);

	zval property_reusable_default_value;
	ZVAL_FALSE(&property_reusable_default_value);
	zend_string *property_reusable_name = zend_string_init("reusable", sizeof("reusable") - 1, 1);
	zend_declare_typed_property(class_entry, property_reusable_name, &property_reusable_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_reusable_name);

	zval property_bodyless_default_value;
	ZVAL_FALSE(&property_bodyless_default_value);
	zend_string *property_bodyless_name = zend_string_init("bodyless", sizeof("bodyless") - 1, 1);
	zend_declare_typed_property(class_entry, property_bodyless_name, &property_bodyless_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_bodyless_name);

	zval property_left_default_value;
	ZVAL_FALSE(&property_left_default_value);
	zend_string *property_left_name = zend_string_init("left", sizeof("left") - 1, 1);
	zend_declare_typed_property(class_entry, property_left_name, &property_left_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_left_name);

	return class_entry;
}
