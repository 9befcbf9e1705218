/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 98b318600f852d2caf6dff6e413dd8c26578dd93 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_workers, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_is_draining, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_count_refusal, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_requests arginfo_Tern_Internal_workers

#define arginfo_Tern_Internal_pinned_connections arginfo_Tern_Internal_workers

#define arginfo_Tern_Internal_queries arginfo_Tern_Internal_workers


ZEND_FUNCTION(Tern_Internal_workers);
ZEND_FUNCTION(Tern_Internal_is_draining);
ZEND_FUNCTION(Tern_Internal_count_refusal);
ZEND_FUNCTION(Tern_Internal_requests);
ZEND_FUNCTION(Tern_Internal_pinned_connections);
ZEND_FUNCTION(Tern_Internal_queries);


static const zend_function_entry admin_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", workers, Tern_Internal_workers, arginfo_Tern_Internal_workers)
	ZEND_NS_FALIAS("Tern\\Internal", is_draining, Tern_Internal_is_draining, arginfo_Tern_Internal_is_draining)
	ZEND_NS_FALIAS("Tern\\Internal", count_refusal, Tern_Internal_count_refusal, arginfo_Tern_Internal_count_refusal)
	ZEND_NS_FALIAS("Tern\\Internal", requests, Tern_Internal_requests, arginfo_Tern_Internal_requests)
	ZEND_NS_FALIAS("Tern\\Internal", pinned_connections, Tern_Internal_pinned_connections, arginfo_Tern_Internal_pinned_connections)
	ZEND_NS_FALIAS("Tern\\Internal", queries, Tern_Internal_queries, arginfo_Tern_Internal_queries)
	ZEND_FE_END
};
