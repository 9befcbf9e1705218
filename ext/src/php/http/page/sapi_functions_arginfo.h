/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fcc1694a59210b5d747b5fce62ff912b7914d3aa */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_fastcgi_finish_request, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_getallheaders, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_fpm_get_status, 0, 0, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()

#define arginfo_apache_request_headers arginfo_getallheaders


ZEND_FUNCTION(fastcgi_finish_request);
ZEND_FUNCTION(getallheaders);
ZEND_FUNCTION(fpm_get_status);


static const zend_function_entry sapi_functions_entries[] = {
	ZEND_FE(fastcgi_finish_request, arginfo_fastcgi_finish_request)
	ZEND_FE(getallheaders, arginfo_getallheaders)
	ZEND_FE(fpm_get_status, arginfo_fpm_get_status)
	ZEND_FALIAS(apache_request_headers, getallheaders, arginfo_apache_request_headers)
	ZEND_FE_END
};
