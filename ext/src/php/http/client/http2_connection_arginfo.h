/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 74be2d0a69abff501cc4ab0ee072233f8cfe7ef8 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection___construct, 0, 0, 2)
	ZEND_ARG_OBJ_INFO(0, socket, Swoole\\Coroutine\\Socket, 0)
	ZEND_ARG_TYPE_INFO(0, settings, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_Tern_Internal_Client_Http2Connection_send, 0, 10, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, method, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, authority, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, scheme, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, headers, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, cookie, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, body, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, open, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, pieces, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_write, 0, 4, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, stream, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, end, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_receive, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, into, Swoole\\Http2\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, pieces, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, stream, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_cancel, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, stream, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_ping, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_goAway, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, code, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_close, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_Client_Http2Connection_isOpen arginfo_class_Tern_Internal_Client_Http2Connection_ping

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, stream, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_goneAway, 0, 0, IS_ARRAY, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Client_Http2Connection_stats, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Client_Http2Connection, __construct);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, send);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, write);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, receive);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, cancel);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, ping);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, goAway);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, close);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, isOpen);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, exists);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, goneAway);
ZEND_METHOD(Tern_Internal_Client_Http2Connection, stats);


static const zend_function_entry class_Tern_Internal_Client_Http2Connection_methods[] = {
	ZEND_ME(Tern_Internal_Client_Http2Connection, __construct, arginfo_class_Tern_Internal_Client_Http2Connection___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, send, arginfo_class_Tern_Internal_Client_Http2Connection_send, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, write, arginfo_class_Tern_Internal_Client_Http2Connection_write, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, receive, arginfo_class_Tern_Internal_Client_Http2Connection_receive, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, cancel, arginfo_class_Tern_Internal_Client_Http2Connection_cancel, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, ping, arginfo_class_Tern_Internal_Client_Http2Connection_ping, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, goAway, arginfo_class_Tern_Internal_Client_Http2Connection_goAway, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, close, arginfo_class_Tern_Internal_Client_Http2Connection_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, isOpen, arginfo_class_Tern_Internal_Client_Http2Connection_isOpen, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, exists, arginfo_class_Tern_Internal_Client_Http2Connection_exists, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, goneAway, arginfo_class_Tern_Internal_Client_Http2Connection_goneAway, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Client_Http2Connection, stats, arginfo_class_Tern_Internal_Client_Http2Connection_stats, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Client_Http2Connection(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Client", "Http2Connection", class_Tern_Internal_Client_Http2Connection_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

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

	return class_entry;
}
