/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 42affa120479b81a5a885511bfa5eb921b8d4b7f */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_upgrade, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_upgrade_state, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_start_command, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_upgrade);
ZEND_FUNCTION(Tern_Internal_upgrade_state);
ZEND_FUNCTION(Tern_Internal_start_command);


static const zend_function_entry upgrade_functions_entries[] = {
	ZEND_NS_FALIAS("Tern", upgrade, Tern_upgrade, arginfo_Tern_upgrade)
	ZEND_NS_FALIAS("Tern\\Internal", upgrade_state, Tern_Internal_upgrade_state, arginfo_Tern_Internal_upgrade_state)
	ZEND_NS_FALIAS("Tern\\Internal", start_command, Tern_Internal_start_command, arginfo_Tern_Internal_start_command)
	ZEND_FE_END
};
