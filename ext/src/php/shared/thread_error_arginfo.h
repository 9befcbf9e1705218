/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 5801d707c32a2b3b60332be9ca2a112805771780 */




static const zend_function_entry class_Swoole_Thread_Error_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Thread_Error(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole\\Thread", "Error", class_Swoole_Thread_Error_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
