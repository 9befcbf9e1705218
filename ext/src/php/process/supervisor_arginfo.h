/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 00d4f93497a791843871a5f03339263b0a5485e9 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Supervisor___construct, 0, 0, 7)
	ZEND_ARG_TYPE_INFO(0, workers, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, in_coroutine, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, work, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO(0, stop, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO(0, leave, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO(0, event, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Supervisor_run, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Supervisor_wait, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, fd, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_Supervisor_letSignalEnd arginfo_class_Tern_Internal_Supervisor_run

#define arginfo_class_Tern_Internal_Supervisor_leave arginfo_class_Tern_Internal_Supervisor_run

#define arginfo_class_Tern_Internal_Supervisor_isLeaving arginfo_class_Tern_Internal_Supervisor_run

#define arginfo_class_Tern_Internal_Supervisor_detach arginfo_class_Tern_Internal_Supervisor_run

#define arginfo_class_Tern_Internal_Supervisor_shutdown arginfo_class_Tern_Internal_Supervisor_run

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Supervisor_workerPid, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, worker_id, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Supervisor_adopt, 0, 0, 2)
	ZEND_ARG_OBJ_INFO(0, process, Swoole\\Process, 0)
	ZEND_ARG_TYPE_INFO(0, own, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Supervisor, __construct);
ZEND_METHOD(Tern_Internal_Supervisor, run);
ZEND_METHOD(Tern_Internal_Supervisor, wait);
ZEND_METHOD(Tern_Internal_Supervisor, letSignalEnd);
ZEND_METHOD(Tern_Internal_Supervisor, leave);
ZEND_METHOD(Tern_Internal_Supervisor, isLeaving);
ZEND_METHOD(Tern_Internal_Supervisor, detach);
ZEND_METHOD(Tern_Internal_Supervisor, shutdown);
ZEND_METHOD(Tern_Internal_Supervisor, workerPid);
ZEND_METHOD(Tern_Internal_Supervisor, adopt);


static const zend_function_entry class_Tern_Internal_Supervisor_methods[] = {
	ZEND_ME(Tern_Internal_Supervisor, __construct, arginfo_class_Tern_Internal_Supervisor___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, run, arginfo_class_Tern_Internal_Supervisor_run, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, wait, arginfo_class_Tern_Internal_Supervisor_wait, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, letSignalEnd, arginfo_class_Tern_Internal_Supervisor_letSignalEnd, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, leave, arginfo_class_Tern_Internal_Supervisor_leave, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, isLeaving, arginfo_class_Tern_Internal_Supervisor_isLeaving, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, detach, arginfo_class_Tern_Internal_Supervisor_detach, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, shutdown, arginfo_class_Tern_Internal_Supervisor_shutdown, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, workerPid, arginfo_class_Tern_Internal_Supervisor_workerPid, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Supervisor, adopt, arginfo_class_Tern_Internal_Supervisor_adopt, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Supervisor(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "Supervisor", class_Tern_Internal_Supervisor_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
