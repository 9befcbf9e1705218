/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: bfbc593d695481146766379a2b8ea83927945db0 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Http_BodyStream___construct, 0, 0, 1)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_read, 0, 0, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, length, IS_LONG, 0, "65536")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_eof, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_received, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_length, 0, 0, IS_LONG, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_wait, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_moveTo, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_current, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Http_BodyStream_key arginfo_class_Tern_Http_BodyStream_received

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Http_BodyStream_next, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Http_BodyStream_rewind arginfo_class_Tern_Http_BodyStream_next

#define arginfo_class_Tern_Http_BodyStream_valid arginfo_class_Tern_Http_BodyStream_eof


ZEND_METHOD(Tern_Http_BodyStream, __construct);
ZEND_METHOD(Tern_Http_BodyStream, read);
ZEND_METHOD(Tern_Http_BodyStream, eof);
ZEND_METHOD(Tern_Http_BodyStream, received);
ZEND_METHOD(Tern_Http_BodyStream, length);
ZEND_METHOD(Tern_Http_BodyStream, wait);
ZEND_METHOD(Tern_Http_BodyStream, moveTo);
ZEND_METHOD(Tern_Http_BodyStream, current);
ZEND_METHOD(Tern_Http_BodyStream, key);
ZEND_METHOD(Tern_Http_BodyStream, next);
ZEND_METHOD(Tern_Http_BodyStream, rewind);
ZEND_METHOD(Tern_Http_BodyStream, valid);


static const zend_function_entry class_Tern_Http_BodyException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Tern_Http_BodyStream_methods[] = {
	ZEND_ME(Tern_Http_BodyStream, __construct, arginfo_class_Tern_Http_BodyStream___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, read, arginfo_class_Tern_Http_BodyStream_read, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, eof, arginfo_class_Tern_Http_BodyStream_eof, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, received, arginfo_class_Tern_Http_BodyStream_received, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, length, arginfo_class_Tern_Http_BodyStream_length, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, wait, arginfo_class_Tern_Http_BodyStream_wait, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, moveTo, arginfo_class_Tern_Http_BodyStream_moveTo, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, current, arginfo_class_Tern_Http_BodyStream_current, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, key, arginfo_class_Tern_Http_BodyStream_key, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, next, arginfo_class_Tern_Http_BodyStream_next, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, rewind, arginfo_class_Tern_Http_BodyStream_rewind, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Http_BodyStream, valid, arginfo_class_Tern_Http_BodyStream_valid, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Http_BodyException(zend_class_entry *class_entry_Swoole_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Http", "BodyException", class_Tern_Http_BodyException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Swoole_Exception);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Tern_Http_BodyStream(zend_class_entry *class_entry_Iterator)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Http", "BodyStream", class_Tern_Http_BodyStream_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Iterator);

	return class_entry;
}
