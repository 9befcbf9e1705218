/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: cc732ba874f8a61bee1955064fc6bd18fcc25f60 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_serve_script, 0, 4, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, server, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, settings, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, onHead, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bodyOffset, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_page_figures, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_send_file, 0, 4, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, validates, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, onHead, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_begin_response, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_end_response, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_begin_stream, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_take_printed, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_serve_script);
ZEND_FUNCTION(Tern_Internal_page_figures);
ZEND_FUNCTION(Tern_Internal_send_file);
ZEND_FUNCTION(Tern_Internal_begin_response);
ZEND_FUNCTION(Tern_Internal_end_response);
ZEND_FUNCTION(Tern_Internal_begin_stream);
ZEND_FUNCTION(Tern_Internal_take_printed);


static const zend_function_entry web_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", serve_script, Tern_Internal_serve_script, arginfo_Tern_Internal_serve_script)
	ZEND_NS_FALIAS("Tern\\Internal", page_figures, Tern_Internal_page_figures, arginfo_Tern_Internal_page_figures)
	ZEND_NS_FALIAS("Tern\\Internal", send_file, Tern_Internal_send_file, arginfo_Tern_Internal_send_file)
	ZEND_NS_FALIAS("Tern\\Internal", begin_response, Tern_Internal_begin_response, arginfo_Tern_Internal_begin_response)
	ZEND_NS_FALIAS("Tern\\Internal", end_response, Tern_Internal_end_response, arginfo_Tern_Internal_end_response)
	ZEND_NS_FALIAS("Tern\\Internal", begin_stream, Tern_Internal_begin_stream, arginfo_Tern_Internal_begin_stream)
	ZEND_NS_FALIAS("Tern\\Internal", take_printed, Tern_Internal_take_printed, arginfo_Tern_Internal_take_printed)
	ZEND_FE_END
};
