/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 4d50ac06309ae05ea9cd26ac3793ea6d4cb84e90 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_change_process_setting, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, isAdmin, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_hide_extension, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_change_process_setting);
ZEND_FUNCTION(Tern_Internal_hide_extension);


static const zend_function_entry fastcgi_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", change_process_setting, Tern_Internal_change_process_setting, arginfo_Tern_Internal_change_process_setting)
	ZEND_NS_FALIAS("Tern\\Internal", hide_extension, Tern_Internal_hide_extension, arginfo_Tern_Internal_hide_extension)
	ZEND_FE_END
};
