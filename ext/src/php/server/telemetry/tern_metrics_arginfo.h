/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 518aaac8793ca66a4359c6a3f4e769e31bfbfd80 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Metrics___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Tern_Metrics_counter, 0, 1, Tern\\Metrics\\Counter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, help, IS_STRING, 0, "\'\'")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, labels, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Tern_Metrics_gauge, 0, 1, Tern\\Metrics\\Gauge, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, help, IS_STRING, 0, "\'\'")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, labels, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Tern_Metrics_histogram, 0, 1, Tern\\Metrics\\Histogram, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, help, IS_STRING, 0, "\'\'")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, labels, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, buckets, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Metrics_render, 0, 0, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, openmetrics, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Metrics_collect, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Metrics, __construct);
ZEND_METHOD(Tern_Metrics, counter);
ZEND_METHOD(Tern_Metrics, gauge);
ZEND_METHOD(Tern_Metrics, histogram);
ZEND_METHOD(Tern_Metrics, render);
ZEND_METHOD(Tern_Metrics, collect);


static const zend_function_entry class_Tern_Metrics_methods[] = {
	ZEND_ME(Tern_Metrics, __construct, arginfo_class_Tern_Metrics___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Tern_Metrics, counter, arginfo_class_Tern_Metrics_counter, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Metrics, gauge, arginfo_class_Tern_Metrics_gauge, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Metrics, histogram, arginfo_class_Tern_Metrics_histogram, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Metrics, render, arginfo_class_Tern_Metrics_render, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Tern_Metrics, collect, arginfo_class_Tern_Metrics_collect, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Metrics(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern", "Metrics", class_Tern_Metrics_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
