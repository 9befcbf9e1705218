/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 4a21062aa8ebe0e58987f67e6de7e89700360b42 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_on_leave, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_request_accounts, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_server_address, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_on_leave);
ZEND_FUNCTION(Tern_Internal_request_accounts);
ZEND_FUNCTION(Tern_Internal_server_address);


static const zend_function_entry worker_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", on_leave, Tern_Internal_on_leave, arginfo_Tern_Internal_on_leave)
	ZEND_NS_FALIAS("Tern\\Internal", request_accounts, Tern_Internal_request_accounts, arginfo_Tern_Internal_request_accounts)
	ZEND_NS_FALIAS("Tern\\Internal", server_address, Tern_Internal_server_address, arginfo_Tern_Internal_server_address)
	ZEND_FE_END
};
