/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: bd13a01c55f16a50e5292c4579f74d322467d7f1 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_become, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_end_with_parent, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, parent, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_inotify_open, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_inotify_watch, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_report_applications, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, all, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, busy, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, waiting, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_become);
ZEND_FUNCTION(Tern_Internal_end_with_parent);
ZEND_FUNCTION(Tern_Internal_inotify_open);
ZEND_FUNCTION(Tern_Internal_inotify_watch);
ZEND_FUNCTION(Tern_Internal_report_applications);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Tern\\Internal", become, Tern_Internal_become, arginfo_Tern_Internal_become)
	ZEND_NS_FALIAS("Tern\\Internal", end_with_parent, Tern_Internal_end_with_parent, arginfo_Tern_Internal_end_with_parent)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_open, Tern_Internal_inotify_open, arginfo_Tern_Internal_inotify_open)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_watch, Tern_Internal_inotify_watch, arginfo_Tern_Internal_inotify_watch)
	ZEND_NS_FALIAS("Tern\\Internal", report_applications, Tern_Internal_report_applications, arginfo_Tern_Internal_report_applications)
	ZEND_FE_END
};
