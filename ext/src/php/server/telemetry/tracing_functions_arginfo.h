/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 17dfc82236922dbe1d085d9392e32b53fa30a5c6 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_trace_current, 0, 0, IS_ARRAY, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_trace_begin, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_trace_end, 0, 5, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, span, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, attributes, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, message, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_trace_current);
ZEND_FUNCTION(Tern_Internal_trace_begin);
ZEND_FUNCTION(Tern_Internal_trace_end);


static const zend_function_entry tracing_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", trace_current, Tern_Internal_trace_current, arginfo_Tern_Internal_trace_current)
	ZEND_NS_FALIAS("Tern\\Internal", trace_begin, Tern_Internal_trace_begin, arginfo_Tern_Internal_trace_begin)
	ZEND_NS_FALIAS("Tern\\Internal", trace_end, Tern_Internal_trace_end, arginfo_Tern_Internal_trace_end)
	ZEND_FE_END
};
