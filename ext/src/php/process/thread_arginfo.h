/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: db3153de4cd9ea074374b796af00fc20e7793cff */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Thread___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, script_file, IS_STRING, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_join, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_joinable arginfo_class_Swoole_Thread_join

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_getExitStatus, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_isAlive arginfo_class_Swoole_Thread_join

#define arginfo_class_Swoole_Thread_detach arginfo_class_Swoole_Thread_join

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_getArguments, 0, 0, IS_ARRAY, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_getId arginfo_class_Swoole_Thread_getExitStatus

#define arginfo_class_Swoole_Thread_getNativeId arginfo_class_Swoole_Thread_getExitStatus

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_getInfo, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_activeCount arginfo_class_Swoole_Thread_getExitStatus

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_yield, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_setName, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_setAffinity, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, cpu_settings, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_getAffinity arginfo_class_Swoole_Thread_getInfo

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_setPriority, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, priority, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, policy, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Thread_getPriority arginfo_class_Swoole_Thread_getInfo


ZEND_METHOD(Swoole_Thread, __construct);
ZEND_METHOD(Swoole_Thread, join);
ZEND_METHOD(Swoole_Thread, joinable);
ZEND_METHOD(Swoole_Thread, getExitStatus);
ZEND_METHOD(Swoole_Thread, isAlive);
ZEND_METHOD(Swoole_Thread, detach);
ZEND_METHOD(Swoole_Thread, getArguments);
ZEND_METHOD(Swoole_Thread, getId);
ZEND_METHOD(Swoole_Thread, getNativeId);
ZEND_METHOD(Swoole_Thread, getInfo);
ZEND_METHOD(Swoole_Thread, activeCount);
ZEND_METHOD(Swoole_Thread, yield);
ZEND_METHOD(Swoole_Thread, setName);
ZEND_METHOD(Swoole_Thread, setAffinity);
ZEND_METHOD(Swoole_Thread, getAffinity);
ZEND_METHOD(Swoole_Thread, setPriority);
ZEND_METHOD(Swoole_Thread, getPriority);


static const zend_function_entry class_Swoole_Thread_methods[] = {
	ZEND_ME(Swoole_Thread, __construct, arginfo_class_Swoole_Thread___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread, join, arginfo_class_Swoole_Thread_join, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread, joinable, arginfo_class_Swoole_Thread_joinable, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread, getExitStatus, arginfo_class_Swoole_Thread_getExitStatus, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread, isAlive, arginfo_class_Swoole_Thread_isAlive, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread, detach, arginfo_class_Swoole_Thread_detach, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread, getArguments, arginfo_class_Swoole_Thread_getArguments, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, getId, arginfo_class_Swoole_Thread_getId, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, getNativeId, arginfo_class_Swoole_Thread_getNativeId, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, getInfo, arginfo_class_Swoole_Thread_getInfo, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, activeCount, arginfo_class_Swoole_Thread_activeCount, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, yield, arginfo_class_Swoole_Thread_yield, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, setName, arginfo_class_Swoole_Thread_setName, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, setAffinity, arginfo_class_Swoole_Thread_setAffinity, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, getAffinity, arginfo_class_Swoole_Thread_getAffinity, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, setPriority, arginfo_class_Swoole_Thread_setPriority, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Thread, getPriority, arginfo_class_Swoole_Thread_getPriority, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Thread(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole", "Thread", class_Swoole_Thread_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	zval const_HARDWARE_CONCURRENCY_value;
	ZVAL_LONG(&const_HARDWARE_CONCURRENCY_value, static_cast<zend_long>(tern::usable_cpus()));
	zend_string *const_HARDWARE_CONCURRENCY_name = zend_string_init_interned("HARDWARE_CONCURRENCY", sizeof("HARDWARE_CONCURRENCY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_HARDWARE_CONCURRENCY_name, &const_HARDWARE_CONCURRENCY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_HARDWARE_CONCURRENCY_name);

	zval const_API_NAME_value;
	zend_string *const_API_NAME_value_str = zend_string_init("POSIX Threads", strlen("POSIX Threads"), 1);
	ZVAL_STR(&const_API_NAME_value, const_API_NAME_value_str);
	zend_string *const_API_NAME_name = zend_string_init_interned("API_NAME", sizeof("API_NAME") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_API_NAME_name, &const_API_NAME_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_API_NAME_name);

	zval const_SCHED_OTHER_value;
	ZVAL_LONG(&const_SCHED_OTHER_value, 0);
	zend_string *const_SCHED_OTHER_name = zend_string_init_interned("SCHED_OTHER", sizeof("SCHED_OTHER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCHED_OTHER_name, &const_SCHED_OTHER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCHED_OTHER_name);

	zval const_SCHED_FIFO_value;
	ZVAL_LONG(&const_SCHED_FIFO_value, 1);
	zend_string *const_SCHED_FIFO_name = zend_string_init_interned("SCHED_FIFO", sizeof("SCHED_FIFO") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCHED_FIFO_name, &const_SCHED_FIFO_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCHED_FIFO_name);

	zval const_SCHED_RR_value;
	ZVAL_LONG(&const_SCHED_RR_value, 2);
	zend_string *const_SCHED_RR_name = zend_string_init_interned("SCHED_RR", sizeof("SCHED_RR") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCHED_RR_name, &const_SCHED_RR_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCHED_RR_name);

	zval const_SCHED_BATCH_value;
	ZVAL_LONG(&const_SCHED_BATCH_value, 3);
	zend_string *const_SCHED_BATCH_name = zend_string_init_interned("SCHED_BATCH", sizeof("SCHED_BATCH") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCHED_BATCH_name, &const_SCHED_BATCH_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCHED_BATCH_name);

	zval const_SCHED_IDLE_value;
	ZVAL_LONG(&const_SCHED_IDLE_value, 5);
	zend_string *const_SCHED_IDLE_name = zend_string_init_interned("SCHED_IDLE", sizeof("SCHED_IDLE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCHED_IDLE_name, &const_SCHED_IDLE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCHED_IDLE_name);

	zval const_SCHED_DEADLINE_value;
	ZVAL_LONG(&const_SCHED_DEADLINE_value, 6);
	zend_string *const_SCHED_DEADLINE_name = zend_string_init_interned("SCHED_DEADLINE", sizeof("SCHED_DEADLINE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCHED_DEADLINE_name, &const_SCHED_DEADLINE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCHED_DEADLINE_name);

	zval property_id_default_value;
	ZVAL_UNDEF(&property_id_default_value);
	zend_string *property_id_name = zend_string_init("id", sizeof("id") - 1, 1);
	zend_declare_typed_property(class_entry, property_id_name, &property_id_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_id_name);

	return class_entry;
}
