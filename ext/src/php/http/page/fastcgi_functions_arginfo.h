/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 7a8ef3d2b81224464a2cf49744b75c478859aa11 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_fastcgi_parameters, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_fastcgi_client, 0, 1, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_fastcgi_as_is, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_fastcgi_limit_to_end arginfo_Tern_Internal_fastcgi_as_is

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_serve_fastcgi_script, 0, 10, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, environment, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, parameters, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, self, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, more, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, settings, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, adminSettings, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, logs, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, onEnd, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_refuse_fastcgi_request, 0, 12, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, request, Swoole\\Http\\Request, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
	ZEND_ARG_TYPE_INFO(0, status, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, text, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, environment, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, parameters, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, self, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, more, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, settings, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, adminSettings, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, logs, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, onEnd, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_find_fastcgi_script, 0, 2, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(1, error, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_note_child, 0, 5, IS_LONG, 0)
	ZEND_ARG_OBJ_INFO(0, rows, Swoole\\Table, 0)
	ZEND_ARG_TYPE_INFO(0, child, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stage, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, variables, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, user, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_note_idle_child, 0, 6, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, rows, Swoole\\Table, 0)
	ZEND_ARG_TYPE_INFO(0, child, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stage, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, durationUs, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, cpu, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, memory, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_change_process_setting, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, isAdmin, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_fastcgi_parameters);
ZEND_FUNCTION(Tern_Internal_fastcgi_client);
ZEND_FUNCTION(Tern_Internal_fastcgi_as_is);
ZEND_FUNCTION(Tern_Internal_fastcgi_limit_to_end);
ZEND_FUNCTION(Tern_Internal_serve_fastcgi_script);
ZEND_FUNCTION(Tern_Internal_refuse_fastcgi_request);
ZEND_FUNCTION(Tern_Internal_find_fastcgi_script);
ZEND_FUNCTION(Tern_Internal_note_child);
ZEND_FUNCTION(Tern_Internal_note_idle_child);
ZEND_FUNCTION(Tern_Internal_change_process_setting);


static const zend_function_entry fastcgi_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", fastcgi_parameters, Tern_Internal_fastcgi_parameters, arginfo_Tern_Internal_fastcgi_parameters)
	ZEND_NS_FALIAS("Tern\\Internal", fastcgi_client, Tern_Internal_fastcgi_client, arginfo_Tern_Internal_fastcgi_client)
	ZEND_NS_FALIAS("Tern\\Internal", fastcgi_as_is, Tern_Internal_fastcgi_as_is, arginfo_Tern_Internal_fastcgi_as_is)
	ZEND_NS_FALIAS("Tern\\Internal", fastcgi_limit_to_end, Tern_Internal_fastcgi_limit_to_end, arginfo_Tern_Internal_fastcgi_limit_to_end)
	ZEND_NS_FALIAS("Tern\\Internal", serve_fastcgi_script, Tern_Internal_serve_fastcgi_script, arginfo_Tern_Internal_serve_fastcgi_script)
	ZEND_NS_FALIAS("Tern\\Internal", refuse_fastcgi_request, Tern_Internal_refuse_fastcgi_request, arginfo_Tern_Internal_refuse_fastcgi_request)
	ZEND_NS_FALIAS("Tern\\Internal", find_fastcgi_script, Tern_Internal_find_fastcgi_script, arginfo_Tern_Internal_find_fastcgi_script)
	ZEND_NS_FALIAS("Tern\\Internal", note_child, Tern_Internal_note_child, arginfo_Tern_Internal_note_child)
	ZEND_NS_FALIAS("Tern\\Internal", note_idle_child, Tern_Internal_note_idle_child, arginfo_Tern_Internal_note_idle_child)
	ZEND_NS_FALIAS("Tern\\Internal", change_process_setting, Tern_Internal_change_process_setting, arginfo_Tern_Internal_change_process_setting)
	ZEND_FE_END
};
