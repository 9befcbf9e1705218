/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 3449df07d03d2e32f9545013e6a95f5f5ad6d6e0 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_batch, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, tasks, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_parallel, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, n, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Swoole_Coroutine_map, 0, 2, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, list, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, fn, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "-1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Swoole_Coroutine_Http_request, 0, 2, Swoole\\Coroutine\\Http\\ClientProxy, 0)
	ZEND_ARG_TYPE_INFO(0, url, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, method, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, data, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, headers, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, cookies, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Swoole_Coroutine_Http_request_with_http_client arginfo_Swoole_Coroutine_Http_request

#define arginfo_Swoole_Coroutine_Http_request_with_curl arginfo_Swoole_Coroutine_Http_request

#define arginfo_Swoole_Coroutine_Http_request_with_stream arginfo_Swoole_Coroutine_Http_request

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Swoole_Coroutine_Http_post, 0, 2, Swoole\\Coroutine\\Http\\ClientProxy, 0)
	ZEND_ARG_TYPE_INFO(0, url, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, headers, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, cookies, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Swoole_Coroutine_Http_get, 0, 1, Swoole\\Coroutine\\Http\\ClientProxy, 0)
	ZEND_ARG_TYPE_INFO(0, url, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, headers, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, cookies, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_string, 0, 0, Swoole\\StringObject, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, string, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_mbstring, 0, 0, Swoole\\MultibyteStringObject, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, string, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_array, 0, 0, Swoole\\ArrayObject, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, array, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_array_list, 0, 0, Swoole\\ArrayObject, 0)
	ZEND_ARG_VARIADIC_INFO(0, arrray)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_array_default_value, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, array, IS_ARRAY, 0)
	ZEND_ARG_INFO(0, key)
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(0, default_value, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_table, 0, 2, Swoole\\Table, 0)
	ZEND_ARG_TYPE_INFO(0, size, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fields, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_library_set_options, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_library_get_options, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_library_set_option, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_library_get_option, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_is_in_container, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_container_cpu_num, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_name_resolver_add, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, ns, Swoole\\\116ameResolver, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_name_resolver_remove arginfo_swoole_name_resolver_add

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_name_resolver_lookup, 0, 2, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO(0, ctx, Swoole\\\116ameResolver\\Context, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_init_default_remote_object_server, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_swoole_get_default_remote_object_client, 0, 0, Swoole\\RemoteObject\\Client, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_wait, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_cooperate, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_uncooperate, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, before, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_is_overdue arginfo_swoole_is_in_container

#define arginfo_Tern_Internal_in_worker arginfo_swoole_is_in_container

#define arginfo_Tern_Internal_loaded_classes arginfo_swoole_library_get_options

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_note_option, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_remember_error, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, code, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_run_all, 0, 1, _IS_BOOL, 1)
	ZEND_ARG_TYPE_INFO(0, start, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_options_without_effect arginfo_swoole_library_get_options

#define arginfo_Tern_Internal_give_way arginfo_swoole_is_in_container

#define arginfo_Tern_Internal_enter_order arginfo_swoole_is_in_container

#define arginfo_Tern_Internal_wait_for_start arginfo_Tern_Internal_wait

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_wake, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, cid, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_wait_for_event, 0, 1, _IS_BOOL, 1)
	ZEND_ARG_TYPE_INFO(0, in_background, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_turn arginfo_swoole_is_in_container

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_cookie_line, 0, 11, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expires, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, domain, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, secure, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, httpOnly, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, sameSite, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, priority, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, partitioned, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, encode, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_restore_properties, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, object, IS_OBJECT, 0)
	ZEND_ARG_TYPE_INFO(0, then, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_abort_response, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, response, Swoole\\Http\\Response, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_is_hidden_path, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, patterns, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Swoole_Coroutine_batch);
ZEND_FUNCTION(Swoole_Coroutine_parallel);
ZEND_FUNCTION(Swoole_Coroutine_map);
ZEND_FUNCTION(Swoole_Coroutine_Http_request);
ZEND_FUNCTION(Swoole_Coroutine_Http_request_with_http_client);
ZEND_FUNCTION(Swoole_Coroutine_Http_request_with_curl);
ZEND_FUNCTION(Swoole_Coroutine_Http_request_with_stream);
ZEND_FUNCTION(Swoole_Coroutine_Http_post);
ZEND_FUNCTION(Swoole_Coroutine_Http_get);
ZEND_FUNCTION(swoole_string);
ZEND_FUNCTION(swoole_mbstring);
ZEND_FUNCTION(swoole_array);
ZEND_FUNCTION(swoole_array_list);
ZEND_FUNCTION(swoole_array_default_value);
ZEND_FUNCTION(swoole_table);
ZEND_FUNCTION(swoole_library_set_options);
ZEND_FUNCTION(swoole_library_get_options);
ZEND_FUNCTION(swoole_library_set_option);
ZEND_FUNCTION(swoole_library_get_option);
ZEND_FUNCTION(swoole_is_in_container);
ZEND_FUNCTION(swoole_container_cpu_num);
ZEND_FUNCTION(swoole_name_resolver_add);
ZEND_FUNCTION(swoole_name_resolver_remove);
ZEND_FUNCTION(swoole_name_resolver_lookup);
ZEND_FUNCTION(swoole_init_default_remote_object_server);
ZEND_FUNCTION(swoole_get_default_remote_object_client);
ZEND_FUNCTION(Tern_Internal_wait);
ZEND_FUNCTION(Tern_Internal_cooperate);
ZEND_FUNCTION(Tern_Internal_uncooperate);
ZEND_FUNCTION(Tern_Internal_is_overdue);
ZEND_FUNCTION(Tern_Internal_in_worker);
ZEND_FUNCTION(Tern_Internal_loaded_classes);
ZEND_FUNCTION(Tern_Internal_note_option);
ZEND_FUNCTION(Tern_Internal_remember_error);
ZEND_FUNCTION(Tern_Internal_run_all);
ZEND_FUNCTION(Tern_Internal_options_without_effect);
ZEND_FUNCTION(Tern_Internal_give_way);
ZEND_FUNCTION(Tern_Internal_enter_order);
ZEND_FUNCTION(Tern_Internal_wait_for_start);
ZEND_FUNCTION(Tern_Internal_wake);
ZEND_FUNCTION(Tern_Internal_wait_for_event);
ZEND_FUNCTION(Tern_Internal_turn);
ZEND_FUNCTION(Tern_Internal_cookie_line);
ZEND_FUNCTION(Tern_Internal_restore_properties);
ZEND_FUNCTION(Tern_Internal_abort_response);
ZEND_FUNCTION(Tern_Internal_is_hidden_path);


static const zend_function_entry library_functions_entries[] = {
	ZEND_NS_FALIAS("Swoole\\Coroutine", batch, Swoole_Coroutine_batch, arginfo_Swoole_Coroutine_batch)
	ZEND_NS_FALIAS("Swoole\\Coroutine", parallel, Swoole_Coroutine_parallel, arginfo_Swoole_Coroutine_parallel)
	ZEND_NS_FALIAS("Swoole\\Coroutine", map, Swoole_Coroutine_map, arginfo_Swoole_Coroutine_map)
	ZEND_NS_FALIAS("Swoole\\Coroutine\\Http", request, Swoole_Coroutine_Http_request, arginfo_Swoole_Coroutine_Http_request)
	ZEND_NS_FALIAS("Swoole\\Coroutine\\Http", request_with_http_client, Swoole_Coroutine_Http_request_with_http_client, arginfo_Swoole_Coroutine_Http_request_with_http_client)
	ZEND_NS_FALIAS("Swoole\\Coroutine\\Http", request_with_curl, Swoole_Coroutine_Http_request_with_curl, arginfo_Swoole_Coroutine_Http_request_with_curl)
	ZEND_NS_FALIAS("Swoole\\Coroutine\\Http", request_with_stream, Swoole_Coroutine_Http_request_with_stream, arginfo_Swoole_Coroutine_Http_request_with_stream)
	ZEND_NS_FALIAS("Swoole\\Coroutine\\Http", post, Swoole_Coroutine_Http_post, arginfo_Swoole_Coroutine_Http_post)
	ZEND_NS_FALIAS("Swoole\\Coroutine\\Http", get, Swoole_Coroutine_Http_get, arginfo_Swoole_Coroutine_Http_get)
	ZEND_FE(swoole_string, arginfo_swoole_string)
	ZEND_FE(swoole_mbstring, arginfo_swoole_mbstring)
	ZEND_FE(swoole_array, arginfo_swoole_array)
	ZEND_FE(swoole_array_list, arginfo_swoole_array_list)
	ZEND_FE(swoole_array_default_value, arginfo_swoole_array_default_value)
	ZEND_FE(swoole_table, arginfo_swoole_table)
	ZEND_FE(swoole_library_set_options, arginfo_swoole_library_set_options)
	ZEND_FE(swoole_library_get_options, arginfo_swoole_library_get_options)
	ZEND_FE(swoole_library_set_option, arginfo_swoole_library_set_option)
	ZEND_FE(swoole_library_get_option, arginfo_swoole_library_get_option)
	ZEND_FE(swoole_is_in_container, arginfo_swoole_is_in_container)
	ZEND_FE(swoole_container_cpu_num, arginfo_swoole_container_cpu_num)
	ZEND_FE(swoole_name_resolver_add, arginfo_swoole_name_resolver_add)
	ZEND_FE(swoole_name_resolver_remove, arginfo_swoole_name_resolver_remove)
	ZEND_FE(swoole_name_resolver_lookup, arginfo_swoole_name_resolver_lookup)
	ZEND_FE(swoole_init_default_remote_object_server, arginfo_swoole_init_default_remote_object_server)
	ZEND_FE(swoole_get_default_remote_object_client, arginfo_swoole_get_default_remote_object_client)
	ZEND_NS_FALIAS("Tern\\Internal", wait, Tern_Internal_wait, arginfo_Tern_Internal_wait)
	ZEND_NS_FALIAS("Tern\\Internal", cooperate, Tern_Internal_cooperate, arginfo_Tern_Internal_cooperate)
	ZEND_NS_FALIAS("Tern\\Internal", uncooperate, Tern_Internal_uncooperate, arginfo_Tern_Internal_uncooperate)
	ZEND_NS_FALIAS("Tern\\Internal", is_overdue, Tern_Internal_is_overdue, arginfo_Tern_Internal_is_overdue)
	ZEND_NS_FALIAS("Tern\\Internal", in_worker, Tern_Internal_in_worker, arginfo_Tern_Internal_in_worker)
	ZEND_NS_FALIAS("Tern\\Internal", loaded_classes, Tern_Internal_loaded_classes, arginfo_Tern_Internal_loaded_classes)
	ZEND_NS_FALIAS("Tern\\Internal", note_option, Tern_Internal_note_option, arginfo_Tern_Internal_note_option)
	ZEND_NS_FALIAS("Tern\\Internal", remember_error, Tern_Internal_remember_error, arginfo_Tern_Internal_remember_error)
	ZEND_NS_FALIAS("Tern\\Internal", run_all, Tern_Internal_run_all, arginfo_Tern_Internal_run_all)
	ZEND_NS_FALIAS("Tern\\Internal", options_without_effect, Tern_Internal_options_without_effect, arginfo_Tern_Internal_options_without_effect)
	ZEND_NS_FALIAS("Tern\\Internal", give_way, Tern_Internal_give_way, arginfo_Tern_Internal_give_way)
	ZEND_NS_FALIAS("Tern\\Internal", enter_order, Tern_Internal_enter_order, arginfo_Tern_Internal_enter_order)
	ZEND_NS_FALIAS("Tern\\Internal", wait_for_start, Tern_Internal_wait_for_start, arginfo_Tern_Internal_wait_for_start)
	ZEND_NS_FALIAS("Tern\\Internal", wake, Tern_Internal_wake, arginfo_Tern_Internal_wake)
	ZEND_NS_FALIAS("Tern\\Internal", wait_for_event, Tern_Internal_wait_for_event, arginfo_Tern_Internal_wait_for_event)
	ZEND_NS_FALIAS("Tern\\Internal", turn, Tern_Internal_turn, arginfo_Tern_Internal_turn)
	ZEND_NS_FALIAS("Tern\\Internal", cookie_line, Tern_Internal_cookie_line, arginfo_Tern_Internal_cookie_line)
	ZEND_NS_FALIAS("Tern\\Internal", restore_properties, Tern_Internal_restore_properties, arginfo_Tern_Internal_restore_properties)
	ZEND_NS_FALIAS("Tern\\Internal", abort_response, Tern_Internal_abort_response, arginfo_Tern_Internal_abort_response)
	ZEND_NS_FALIAS("Tern\\Internal", is_hidden_path, Tern_Internal_is_hidden_path, arginfo_Tern_Internal_is_hidden_path)
	ZEND_FE_END
};
