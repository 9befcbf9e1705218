/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: b8ddddc6bd8a8dedb7670f2e523720f5a47c8b92 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_become, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_inotify_open, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_inotify_watch, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_become);
ZEND_FUNCTION(Tern_Internal_inotify_open);
ZEND_FUNCTION(Tern_Internal_inotify_watch);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Tern\\Internal", become, Tern_Internal_become, arginfo_Tern_Internal_become)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_open, Tern_Internal_inotify_open, arginfo_Tern_Internal_inotify_open)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_watch, Tern_Internal_inotify_watch, arginfo_Tern_Internal_inotify_watch)
	ZEND_FE_END
};
