/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 66bab00154ade29246aed69ca76b95d900214565 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_client_select, 0, 3, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(1, read, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(1, write, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(1, except, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "0.5")
ZEND_END_ARG_INFO()

#define arginfo_swoole_select arginfo_swoole_client_select

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_descriptor_of, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_poll, 0, 2, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, wanted, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_send_urgent, 0, 2, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_receive_urgent, 0, 2, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, size, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_Tern_Internal_stream_of, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(swoole_client_select);
ZEND_FUNCTION(Tern_Internal_descriptor_of);
ZEND_FUNCTION(Tern_Internal_poll);
ZEND_FUNCTION(Tern_Internal_send_urgent);
ZEND_FUNCTION(Tern_Internal_receive_urgent);
ZEND_FUNCTION(Tern_Internal_stream_of);


static const zend_function_entry client_functions_entries[] = {
	ZEND_FE(swoole_client_select, arginfo_swoole_client_select)
	ZEND_FALIAS(swoole_select, swoole_client_select, arginfo_swoole_select)
	ZEND_NS_FALIAS("Tern\\Internal", descriptor_of, Tern_Internal_descriptor_of, arginfo_Tern_Internal_descriptor_of)
	ZEND_NS_FALIAS("Tern\\Internal", poll, Tern_Internal_poll, arginfo_Tern_Internal_poll)
	ZEND_NS_FALIAS("Tern\\Internal", send_urgent, Tern_Internal_send_urgent, arginfo_Tern_Internal_send_urgent)
	ZEND_NS_FALIAS("Tern\\Internal", receive_urgent, Tern_Internal_receive_urgent, arginfo_Tern_Internal_receive_urgent)
	ZEND_NS_FALIAS("Tern\\Internal", stream_of, Tern_Internal_stream_of, arginfo_Tern_Internal_stream_of)
	ZEND_FE_END
};
