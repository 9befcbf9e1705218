/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 63a423fc00e4ea3f83f0eea9f208c45171fafaaa */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_on_leave, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_request_accounts, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_trace_slow_requests, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, depth, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_server_address, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_on_leave);
ZEND_FUNCTION(Tern_Internal_request_accounts);
ZEND_FUNCTION(Tern_Internal_trace_slow_requests);
ZEND_FUNCTION(Tern_Internal_server_address);


static const zend_function_entry worker_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", on_leave, Tern_Internal_on_leave, arginfo_Tern_Internal_on_leave)
	ZEND_NS_FALIAS("Tern\\Internal", request_accounts, Tern_Internal_request_accounts, arginfo_Tern_Internal_request_accounts)
	ZEND_NS_FALIAS("Tern\\Internal", trace_slow_requests, Tern_Internal_trace_slow_requests, arginfo_Tern_Internal_trace_slow_requests)
	ZEND_NS_FALIAS("Tern\\Internal", server_address, Tern_Internal_server_address, arginfo_Tern_Internal_server_address)
	ZEND_FE_END
};
