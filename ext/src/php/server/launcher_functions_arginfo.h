/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 88f727e0e80d8f73859698bb683cba2277cafa95 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_become, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, command, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_close_on_exec, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, stream, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_peer_user, 0, 1, IS_LONG, 0)
	ZEND_ARG_OBJ_INFO(0, socket, Swoole\\Coroutine\\Socket, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_end_with_parent, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, parent, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_adopt_orphans, 0, 0, _IS_BOOL, 0)
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

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_count_load, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, change, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_change_options, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, server, Swoole\\Server, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_boot_once, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, server, Swoole\\Server, 0)
	ZEND_ARG_TYPE_INFO(0, boot, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_run_on_demand, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, process, Swoole\\Process, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_want_process, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, id, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, more, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_accept_one_by_one, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, server, Swoole\\Coroutine\\Http\\Server, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_opcache_generation arginfo_Tern_Internal_inotify_open

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_opcache_status, 0, 0, MAY_BE_ARRAY|MAY_BE_FALSE)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_become);
ZEND_FUNCTION(Tern_Internal_close_on_exec);
ZEND_FUNCTION(Tern_Internal_peer_user);
ZEND_FUNCTION(Tern_Internal_end_with_parent);
ZEND_FUNCTION(Tern_Internal_adopt_orphans);
ZEND_FUNCTION(Tern_Internal_inotify_open);
ZEND_FUNCTION(Tern_Internal_inotify_watch);
ZEND_FUNCTION(Tern_Internal_report_applications);
ZEND_FUNCTION(Tern_Internal_count_load);
ZEND_FUNCTION(Tern_Internal_change_options);
ZEND_FUNCTION(Tern_Internal_boot_once);
ZEND_FUNCTION(Tern_Internal_run_on_demand);
ZEND_FUNCTION(Tern_Internal_want_process);
ZEND_FUNCTION(Tern_Internal_accept_one_by_one);
ZEND_FUNCTION(Tern_Internal_opcache_generation);
ZEND_FUNCTION(Tern_Internal_opcache_status);


static const zend_function_entry launcher_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", become, Tern_Internal_become, arginfo_Tern_Internal_become)
	ZEND_NS_FALIAS("Tern\\Internal", close_on_exec, Tern_Internal_close_on_exec, arginfo_Tern_Internal_close_on_exec)
	ZEND_NS_FALIAS("Tern\\Internal", peer_user, Tern_Internal_peer_user, arginfo_Tern_Internal_peer_user)
	ZEND_NS_FALIAS("Tern\\Internal", end_with_parent, Tern_Internal_end_with_parent, arginfo_Tern_Internal_end_with_parent)
	ZEND_NS_FALIAS("Tern\\Internal", adopt_orphans, Tern_Internal_adopt_orphans, arginfo_Tern_Internal_adopt_orphans)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_open, Tern_Internal_inotify_open, arginfo_Tern_Internal_inotify_open)
	ZEND_NS_FALIAS("Tern\\Internal", inotify_watch, Tern_Internal_inotify_watch, arginfo_Tern_Internal_inotify_watch)
	ZEND_NS_FALIAS("Tern\\Internal", report_applications, Tern_Internal_report_applications, arginfo_Tern_Internal_report_applications)
	ZEND_NS_FALIAS("Tern\\Internal", count_load, Tern_Internal_count_load, arginfo_Tern_Internal_count_load)
	ZEND_NS_FALIAS("Tern\\Internal", change_options, Tern_Internal_change_options, arginfo_Tern_Internal_change_options)
	ZEND_NS_FALIAS("Tern\\Internal", boot_once, Tern_Internal_boot_once, arginfo_Tern_Internal_boot_once)
	ZEND_NS_FALIAS("Tern\\Internal", run_on_demand, Tern_Internal_run_on_demand, arginfo_Tern_Internal_run_on_demand)
	ZEND_NS_FALIAS("Tern\\Internal", want_process, Tern_Internal_want_process, arginfo_Tern_Internal_want_process)
	ZEND_NS_FALIAS("Tern\\Internal", accept_one_by_one, Tern_Internal_accept_one_by_one, arginfo_Tern_Internal_accept_one_by_one)
	ZEND_NS_FALIAS("Tern\\Internal", opcache_generation, Tern_Internal_opcache_generation, arginfo_Tern_Internal_opcache_generation)
	ZEND_NS_FALIAS("Tern\\Internal", opcache_status, Tern_Internal_opcache_status, arginfo_Tern_Internal_opcache_status)
	ZEND_FE_END
};
