/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 8b034e956638a6c7a02c3b8489166375137a1fa1 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_connected_socket, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_take_socket, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, socket, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_is_quiet, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, socket, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_is_cut arginfo_Tern_Internal_is_quiet

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_reset_mysql, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, connection, IS_OBJECT, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, database, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_references, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, object, IS_OBJECT, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_connected_socket);
ZEND_FUNCTION(Tern_Internal_take_socket);
ZEND_FUNCTION(Tern_Internal_is_quiet);
ZEND_FUNCTION(Tern_Internal_is_cut);
ZEND_FUNCTION(Tern_Internal_reset_mysql);
ZEND_FUNCTION(Tern_Internal_references);


static const zend_function_entry pool_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", connected_socket, Tern_Internal_connected_socket, arginfo_Tern_Internal_connected_socket)
	ZEND_NS_FALIAS("Tern\\Internal", take_socket, Tern_Internal_take_socket, arginfo_Tern_Internal_take_socket)
	ZEND_NS_FALIAS("Tern\\Internal", is_quiet, Tern_Internal_is_quiet, arginfo_Tern_Internal_is_quiet)
	ZEND_NS_FALIAS("Tern\\Internal", is_cut, Tern_Internal_is_cut, arginfo_Tern_Internal_is_cut)
	ZEND_NS_FALIAS("Tern\\Internal", reset_mysql, Tern_Internal_reset_mysql, arginfo_Tern_Internal_reset_mysql)
	ZEND_NS_FALIAS("Tern\\Internal", references, Tern_Internal_references, arginfo_Tern_Internal_references)
	ZEND_FE_END
};
