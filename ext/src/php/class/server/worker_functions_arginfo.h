/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: f147313ea2a15b1d29bcd46c81a5ba6be4384fbe */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_on_leave, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_request_accounts, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_on_leave);
ZEND_FUNCTION(Tern_Internal_request_accounts);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Tern\\Internal", on_leave, Tern_Internal_on_leave, arginfo_Tern_Internal_on_leave)
	ZEND_NS_FALIAS("Tern\\Internal", request_accounts, Tern_Internal_request_accounts, arginfo_Tern_Internal_request_accounts)
	ZEND_FE_END
};
