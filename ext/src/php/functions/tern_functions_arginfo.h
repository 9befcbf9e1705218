/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2404137cd8594485b31e6d9bf4047486fef94d76 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_server_options, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_hooked_calls arginfo_Tern_server_options


ZEND_FUNCTION(Tern_server_options);
ZEND_FUNCTION(Tern_hooked_calls);


static const zend_function_entry tern_functions_entries[] = {
	ZEND_NS_FALIAS("Tern", server_options, Tern_server_options, arginfo_Tern_server_options)
	ZEND_NS_FALIAS("Tern", hooked_calls, Tern_hooked_calls, arginfo_Tern_hooked_calls)
	ZEND_FE_END
};
