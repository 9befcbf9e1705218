/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: f80f9a7566f45481dea4b24c6666e627865c83bd */




static const zend_function_entry class_Tern_Internal_BlockingSocket_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_BlockingSocket(zend_class_entry *class_entry_Swoole_Coroutine_Socket)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "BlockingSocket", class_Tern_Internal_BlockingSocket_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Swoole_Coroutine_Socket);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
