/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 0263b6fb4b9fe98f76b20f6db53d1df20e6bef03 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_tracer_leak_detect, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, threshold, IS_LONG, 0, "64")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_tracer_prof_begin, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_swoole_tracer_prof_end, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, output_file, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(swoole_tracer_leak_detect);
ZEND_FUNCTION(swoole_tracer_prof_begin);
ZEND_FUNCTION(swoole_tracer_prof_end);


static const zend_function_entry tracer_functions_entries[] = {
	ZEND_FE(swoole_tracer_leak_detect, arginfo_swoole_tracer_leak_detect)
	ZEND_FE(swoole_tracer_prof_begin, arginfo_swoole_tracer_prof_begin)
	ZEND_FE(swoole_tracer_prof_end, arginfo_swoole_tracer_prof_end)
	ZEND_FE_END
};
