/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 9d197663ab1d1059748439bb3f081cf4082529e8 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Thread_Queue___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Queue_push, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, notify_which, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Queue_pop, 0, 0, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, wait, IS_DOUBLE, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Queue_count, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Thread_Queue_clean, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Swoole_Thread_Queue, __construct);
ZEND_METHOD(Swoole_Thread_Queue, push);
ZEND_METHOD(Swoole_Thread_Queue, pop);
ZEND_METHOD(Swoole_Thread_Queue, count);
ZEND_METHOD(Swoole_Thread_Queue, clean);


static const zend_function_entry class_Swoole_Thread_Queue_methods[] = {
	ZEND_ME(Swoole_Thread_Queue, __construct, arginfo_class_Swoole_Thread_Queue___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Queue, push, arginfo_class_Swoole_Thread_Queue_push, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Queue, pop, arginfo_class_Swoole_Thread_Queue_pop, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Queue, count, arginfo_class_Swoole_Thread_Queue_count, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Thread_Queue, clean, arginfo_class_Swoole_Thread_Queue_clean, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Thread_Queue(zend_class_entry *class_entry_Countable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole\\Thread", "Queue", class_Swoole_Thread_Queue_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Countable);

	zval const_NOTIFY_ONE_value;
	ZVAL_LONG(&const_NOTIFY_ONE_value, 1);
	zend_string *const_NOTIFY_ONE_name = zend_string_init_interned("NOTIFY_ONE", sizeof("NOTIFY_ONE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_NOTIFY_ONE_name, &const_NOTIFY_ONE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_NOTIFY_ONE_name);

	zval const_NOTIFY_ALL_value;
	ZVAL_LONG(&const_NOTIFY_ALL_value, 2);
	zend_string *const_NOTIFY_ALL_name = zend_string_init_interned("NOTIFY_ALL", sizeof("NOTIFY_ALL") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_NOTIFY_ALL_name, &const_NOTIFY_ALL_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_NOTIFY_ALL_name);

	return class_entry;
}
