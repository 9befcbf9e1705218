/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 3829e9d40ddbd26bd70bb3392c1431e086c6000c */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_openswoole_version, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_OpenSwoole_Coroutine_usleep, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, microseconds, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_OpenSwoole_Coroutine_select, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, read, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, write, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_OpenSwoole_Coroutine_run, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, params, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_OpenSwoole_Coroutine_Channel_getId, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_OpenSwoole_Http_Server_handle, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_OpenSwoole_Http_Server_setHandler, 0, 0, 1)
	ZEND_ARG_INFO(0, handler)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(openswoole_version);
ZEND_METHOD(OpenSwoole_Coroutine, usleep);
ZEND_METHOD(OpenSwoole_Coroutine, select);
ZEND_METHOD(OpenSwoole_Coroutine, run);
ZEND_METHOD(OpenSwoole_Coroutine_Channel, getId);
ZEND_METHOD(OpenSwoole_Http_Server, handle);
ZEND_METHOD(OpenSwoole_Http_Server, setHandler);


static const zend_function_entry openswoole_entries[] = {
	ZEND_FE(openswoole_version, arginfo_openswoole_version)
	ZEND_FE_END
};


static const zend_function_entry class_OpenSwoole_Coroutine_methods[] = {
	ZEND_ME(OpenSwoole_Coroutine, usleep, arginfo_class_OpenSwoole_Coroutine_usleep, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(OpenSwoole_Coroutine, select, arginfo_class_OpenSwoole_Coroutine_select, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(OpenSwoole_Coroutine, run, arginfo_class_OpenSwoole_Coroutine_run, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};


static const zend_function_entry class_OpenSwoole_Coroutine_Channel_methods[] = {
	ZEND_ME(OpenSwoole_Coroutine_Channel, getId, arginfo_class_OpenSwoole_Coroutine_Channel_getId, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_OpenSwoole_Http_Server_methods[] = {
	ZEND_ME(OpenSwoole_Http_Server, handle, arginfo_class_OpenSwoole_Http_Server_handle, ZEND_ACC_PUBLIC)
	ZEND_ME(OpenSwoole_Http_Server, setHandler, arginfo_class_OpenSwoole_Http_Server_setHandler, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};
