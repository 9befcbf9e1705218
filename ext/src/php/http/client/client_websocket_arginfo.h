/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: f7a0db5a73c7817dc2b0830c311e955f59103ea5 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection___construct, 0, 0, 1)
	ZEND_ARG_OBJ_INFO(0, socket, Swoole\\Coroutine\\Socket, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection_fields, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection_accept, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, headers, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, subprotocols, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection_pass, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, close_frame, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, ping_frame, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, pong_frame, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection_push, 0, 4, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, opcode, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, flags, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection_receive, 0, 1, Swoole\\WebSocket\\Frame, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_WebSocketConnection_close, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, code, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, reason, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, __construct);
ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, fields);
ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, accept);
ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, pass);
ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, push);
ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, receive);
ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, close);


static const zend_function_entry class_Tern_Internal_Client_WebSocketConnection_methods[] = {
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, __construct, arginfo_class_Tern_Internal_Client_WebSocketConnection___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, fields, arginfo_class_Tern_Internal_Client_WebSocketConnection_fields, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, accept, arginfo_class_Tern_Internal_Client_WebSocketConnection_accept, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, pass, arginfo_class_Tern_Internal_Client_WebSocketConnection_pass, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, push, arginfo_class_Tern_Internal_Client_WebSocketConnection_push, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, receive, arginfo_class_Tern_Internal_Client_WebSocketConnection_receive, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_WebSocketConnection, close, arginfo_class_Tern_Internal_Client_WebSocketConnection_close, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Client_WebSocketConnection(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Client", "WebSocketConnection", class_Tern_Internal_Client_WebSocketConnection_methods);
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

	zval property_closeCode_default_value;
	ZVAL_LONG(&property_closeCode_default_value, 0);
	zend_string *property_closeCode_name = zend_string_init("closeCode", sizeof("closeCode") - 1, 1);
	zend_declare_typed_property(class_entry, property_closeCode_name, &property_closeCode_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_closeCode_name);

	zval property_closeReason_default_value;
	ZVAL_EMPTY_STRING(&property_closeReason_default_value);
	zend_string *property_closeReason_name = zend_string_init("closeReason", sizeof("closeReason") - 1, 1);
	zend_declare_typed_property(class_entry, property_closeReason_name, &property_closeReason_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_closeReason_name);

	zval property_compresses_default_value;
	ZVAL_FALSE(&property_compresses_default_value);
	zend_string *property_compresses_name = zend_string_init("compresses", sizeof("compresses") - 1, 1);
	zend_declare_typed_property(class_entry, property_compresses_name, &property_compresses_default_value, ZEND_ACC_PUBLIC, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_compresses_name);

	return class_entry;
}
