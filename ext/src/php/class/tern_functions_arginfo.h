/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 87a6f129664d2ccd1b3219f7011150b64d241342 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_server_options, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_server_options);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Tern", server_options, Tern_server_options, arginfo_Tern_server_options)
	ZEND_FE_END
};
