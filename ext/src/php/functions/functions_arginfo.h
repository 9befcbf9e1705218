/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: c98cb99e51def68086087aa77045e79ca91ad1ca */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_version, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_cpu_num, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_last_error arginfo_swoole_cpu_num

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_strerror, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, errno, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, error_type, IS_LONG, 0, "SWOOLE_STRERROR_SYSTEM")
ZEND_END_ARG_INFO()

#define arginfo_swoole_errno arginfo_swoole_cpu_num

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_clear_error, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_set_process_name, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, process_name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_get_local_ip, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, family, IS_LONG, 0, "AF_INET")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_get_local_mac, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_error_log, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, level, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, msg, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_error_log_ex, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, level, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, msg, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_ignore_error, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_clear_dns_cache arginfo_swoole_clear_error

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_hashcode, 0, 1, MAY_BE_LONG|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_mime_type_add, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, suffix, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, mime_type, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_mime_type_set, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, suffix, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, mime_type, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_mime_type_delete, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, suffix, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_mime_type_get, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, filename, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_get_mime_type arginfo_swoole_mime_type_get

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_mime_type_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, filename, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_swoole_mime_type_list arginfo_swoole_get_local_mac


ZEND_FUNCTION(swoole_version);
ZEND_FUNCTION(swoole_cpu_num);
ZEND_FUNCTION(swoole_last_error);
ZEND_FUNCTION(swoole_strerror);
ZEND_FUNCTION(swoole_errno);
ZEND_FUNCTION(swoole_clear_error);
ZEND_FUNCTION(swoole_set_process_name);
ZEND_FUNCTION(swoole_get_local_ip);
ZEND_FUNCTION(swoole_get_local_mac);
ZEND_FUNCTION(swoole_error_log);
ZEND_FUNCTION(swoole_error_log_ex);
ZEND_FUNCTION(swoole_ignore_error);
ZEND_FUNCTION(swoole_clear_dns_cache);
ZEND_FUNCTION(swoole_hashcode);
ZEND_FUNCTION(swoole_mime_type_add);
ZEND_FUNCTION(swoole_mime_type_set);
ZEND_FUNCTION(swoole_mime_type_delete);
ZEND_FUNCTION(swoole_mime_type_get);
ZEND_FUNCTION(swoole_mime_type_exists);
ZEND_FUNCTION(swoole_mime_type_list);


static const zend_function_entry functions_entries[] = {
	ZEND_FE(swoole_version, arginfo_swoole_version)
	ZEND_FE(swoole_cpu_num, arginfo_swoole_cpu_num)
	ZEND_FE(swoole_last_error, arginfo_swoole_last_error)
	ZEND_FE(swoole_strerror, arginfo_swoole_strerror)
	ZEND_FE(swoole_errno, arginfo_swoole_errno)
	ZEND_FE(swoole_clear_error, arginfo_swoole_clear_error)
	ZEND_FE(swoole_set_process_name, arginfo_swoole_set_process_name)
	ZEND_FE(swoole_get_local_ip, arginfo_swoole_get_local_ip)
	ZEND_FE(swoole_get_local_mac, arginfo_swoole_get_local_mac)
	ZEND_FE(swoole_error_log, arginfo_swoole_error_log)
	ZEND_FE(swoole_error_log_ex, arginfo_swoole_error_log_ex)
	ZEND_FE(swoole_ignore_error, arginfo_swoole_ignore_error)
	ZEND_FE(swoole_clear_dns_cache, arginfo_swoole_clear_dns_cache)
	ZEND_FE(swoole_hashcode, arginfo_swoole_hashcode)
	ZEND_FE(swoole_mime_type_add, arginfo_swoole_mime_type_add)
	ZEND_FE(swoole_mime_type_set, arginfo_swoole_mime_type_set)
	ZEND_FE(swoole_mime_type_delete, arginfo_swoole_mime_type_delete)
	ZEND_FE(swoole_mime_type_get, arginfo_swoole_mime_type_get)
	ZEND_FALIAS(swoole_get_mime_type, swoole_mime_type_get, arginfo_swoole_get_mime_type)
	ZEND_FE(swoole_mime_type_exists, arginfo_swoole_mime_type_exists)
	ZEND_FE(swoole_mime_type_list, arginfo_swoole_mime_type_list)
	ZEND_FE_END
};
