/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e798936d95f6562eaf1946b49e1c5509bda9e596 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, most, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_attach, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, worker, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, workers, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_leave, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_add, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, pid, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_remove, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_row, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_counts, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_begin, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, uri, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Fpm_Children_end, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, child, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, durationUs, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, memory, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Fpm_Children, __construct);
ZEND_METHOD(Tern_Internal_Fpm_Children, attach);
ZEND_METHOD(Tern_Internal_Fpm_Children, leave);
ZEND_METHOD(Tern_Internal_Fpm_Children, add);
ZEND_METHOD(Tern_Internal_Fpm_Children, remove);
ZEND_METHOD(Tern_Internal_Fpm_Children, row);
ZEND_METHOD(Tern_Internal_Fpm_Children, counts);
ZEND_METHOD(Tern_Internal_Fpm_Children, begin);
ZEND_METHOD(Tern_Internal_Fpm_Children, end);


static const zend_function_entry class_Tern_Internal_Fpm_Children_methods[] = {
	ZEND_ME(Tern_Internal_Fpm_Children, __construct, arginfo_class_Tern_Internal_Fpm_Children___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, attach, arginfo_class_Tern_Internal_Fpm_Children_attach, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, leave, arginfo_class_Tern_Internal_Fpm_Children_leave, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, add, arginfo_class_Tern_Internal_Fpm_Children_add, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, remove, arginfo_class_Tern_Internal_Fpm_Children_remove, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, row, arginfo_class_Tern_Internal_Fpm_Children_row, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, counts, arginfo_class_Tern_Internal_Fpm_Children_counts, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, begin, arginfo_class_Tern_Internal_Fpm_Children_begin, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Fpm_Children, end, arginfo_class_Tern_Internal_Fpm_Children_end, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Fpm_Children(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Fpm", "Children", class_Tern_Internal_Fpm_Children_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
