/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 89439bdb82a99855b93e8c61cf5ccf20db44c5ff */

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Server_Task_finish, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_MASK_EX(arginfo_class_Swoole_Server_Task_pack, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, data, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_TENTATIVE_RETURN_TYPE_INFO_EX(arginfo_class_Swoole_Server_Task_unpack, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Swoole_Server_Task, finish);
ZEND_METHOD(Swoole_Server_Task, pack);
ZEND_METHOD(Swoole_Server_Task, unpack);


static const zend_function_entry class_Swoole_Server_Task_methods[] = {
	ZEND_ME(Swoole_Server_Task, finish, arginfo_class_Swoole_Server_Task_finish, ZEND_ACC_PUBLIC)
	ZEND_ME(Swoole_Server_Task, pack, arginfo_class_Swoole_Server_Task_pack, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Server_Task, unpack, arginfo_class_Swoole_Server_Task_unpack, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Server_Task(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole\\Server", "Task", class_Swoole_Server_Task_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_data_default_value;
	ZVAL_NULL(&property_data_default_value);
	zend_string *property_data_name = zend_string_init("data", sizeof("data") - 1, 1);
	zend_declare_property_ex(class_entry, property_data_name, &property_data_default_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(property_data_name);

	zval property_dispatch_time_default_value;
	ZVAL_LONG(&property_dispatch_time_default_value, 0);
	zend_string *property_dispatch_time_name = zend_string_init("dispatch_time", sizeof("dispatch_time") - 1, 1);
	zend_declare_property_ex(class_entry, property_dispatch_time_name, &property_dispatch_time_default_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(property_dispatch_time_name);

	zval property_id_default_value;
	ZVAL_LONG(&property_id_default_value, -1);
	zend_string *property_id_name = zend_string_init("id", sizeof("id") - 1, 1);
	zend_declare_property_ex(class_entry, property_id_name, &property_id_default_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(property_id_name);

	zval property_worker_id_default_value;
	ZVAL_LONG(&property_worker_id_default_value, -1);
	zend_string *property_worker_id_name = zend_string_init("worker_id", sizeof("worker_id") - 1, 1);
	zend_declare_property_ex(class_entry, property_worker_id_name, &property_worker_id_default_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(property_worker_id_name);

	zval property_flags_default_value;
	ZVAL_LONG(&property_flags_default_value, 0);
	zend_string *property_flags_name = zend_string_init("flags", sizeof("flags") - 1, 1);
	zend_declare_property_ex(class_entry, property_flags_name, &property_flags_default_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(property_flags_name);

	return class_entry;
}
