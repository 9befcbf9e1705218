/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 4ed27235592cf8f1f8763cf0ff3f908cc9844e7b */

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_exec, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, command, IS_STRING, 0)
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(1, output, "null")
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(1, returnVar, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_shell_exec, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, cmd, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_swoole_gethostbynamel, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, domain, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_gethostbyaddr, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, ip, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_mail, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, to, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, subject, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, headers, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_checkdnsrr, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, hostname, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_STRING, 0, "\'MX\'")
ZEND_END_ARG_INFO()

#define arginfo_swoole_dns_check_record arginfo_swoole_checkdnsrr

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_getmxrr, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, hostname, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(1, hosts, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(1, weights, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_swoole_dns_get_mx arginfo_swoole_getmxrr

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_dns_get_record, 0, 1, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, hostname, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, type, IS_LONG, 0, "DNS_ANY")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(1, authoritative_name_servers, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(1, additional_records, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, raw, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()


ZEND_FUNCTION(swoole_exec);
ZEND_FUNCTION(swoole_shell_exec);
ZEND_FUNCTION(swoole_gethostbynamel);
ZEND_FUNCTION(swoole_gethostbyaddr);
ZEND_FUNCTION(swoole_mail);
ZEND_FUNCTION(swoole_checkdnsrr);
ZEND_FUNCTION(swoole_dns_check_record);
ZEND_FUNCTION(swoole_getmxrr);
ZEND_FUNCTION(swoole_dns_get_mx);
ZEND_FUNCTION(swoole_dns_get_record);


static const zend_function_entry cooperative_functions_entries[] = {
	ZEND_FE(swoole_exec, arginfo_swoole_exec)
	ZEND_FE(swoole_shell_exec, arginfo_swoole_shell_exec)
	ZEND_FE(swoole_gethostbynamel, arginfo_swoole_gethostbynamel)
	ZEND_FE(swoole_gethostbyaddr, arginfo_swoole_gethostbyaddr)
	ZEND_FE(swoole_mail, arginfo_swoole_mail)
	ZEND_FE(swoole_checkdnsrr, arginfo_swoole_checkdnsrr)
	ZEND_FE(swoole_dns_check_record, arginfo_swoole_dns_check_record)
	ZEND_FE(swoole_getmxrr, arginfo_swoole_getmxrr)
	ZEND_FE(swoole_dns_get_mx, arginfo_swoole_dns_get_mx)
	ZEND_FE(swoole_dns_get_record, arginfo_swoole_dns_get_record)
	ZEND_FE_END
};
