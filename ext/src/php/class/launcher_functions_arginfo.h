/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 97fed226103564c0cf2c0981f8bcc9453beb54a4 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_inotify_open, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_inotify_watch, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_inotify_open);
ZEND_FUNCTION(Tern_Internal_inotify_watch);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Tern\\Internal", inotify_open, Tern_Internal_inotify_open, arginfo_Tern_Internal_inotify_open)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_watch, Tern_Internal_inotify_watch, arginfo_Tern_Internal_inotify_watch)
	ZEND_FE_END
};
