/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 92e8195dc5ff3067f28b74d21cac4435c1a2f067 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Metrics_Counter___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Metrics_Counter_inc, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, value, IS_DOUBLE, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, labels, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Metrics_Counter_get, 0, 0, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, labels, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Metrics_Gauge___construct arginfo_class_Tern_Metrics_Counter___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Metrics_Gauge_set, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, labels, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Metrics_Gauge_inc arginfo_class_Tern_Metrics_Counter_inc

#define arginfo_class_Tern_Metrics_Gauge_dec arginfo_class_Tern_Metrics_Counter_inc

#define arginfo_class_Tern_Metrics_Gauge_get arginfo_class_Tern_Metrics_Counter_get

#define arginfo_class_Tern_Metrics_Histogram___construct arginfo_class_Tern_Metrics_Counter___construct

#define arginfo_class_Tern_Metrics_Histogram_observe arginfo_class_Tern_Metrics_Gauge_set


ZEND_METHOD(Tern_Metrics_Counter, __construct);
ZEND_METHOD(Tern_Metrics_Counter, inc);
ZEND_METHOD(Tern_Metrics_Counter, get);
ZEND_METHOD(Tern_Metrics_Gauge, __construct);
ZEND_METHOD(Tern_Metrics_Gauge, set);
ZEND_METHOD(Tern_Metrics_Gauge, inc);
ZEND_METHOD(Tern_Metrics_Gauge, dec);
ZEND_METHOD(Tern_Metrics_Gauge, get);
ZEND_METHOD(Tern_Metrics_Histogram, __construct);
ZEND_METHOD(Tern_Metrics_Histogram, observe);


static const zend_function_entry class_Tern_Metrics_Counter_methods[] = {
	ZEND_ME(Tern_Metrics_Counter, __construct, arginfo_class_Tern_Metrics_Counter___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Tern_Metrics_Counter, inc, arginfo_class_Tern_Metrics_Counter_inc, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Metrics_Counter, get, arginfo_class_Tern_Metrics_Counter_get, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Tern_Metrics_Gauge_methods[] = {
	ZEND_ME(Tern_Metrics_Gauge, __construct, arginfo_class_Tern_Metrics_Gauge___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Tern_Metrics_Gauge, set, arginfo_class_Tern_Metrics_Gauge_set, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Metrics_Gauge, inc, arginfo_class_Tern_Metrics_Gauge_inc, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Metrics_Gauge, dec, arginfo_class_Tern_Metrics_Gauge_dec, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Metrics_Gauge, get, arginfo_class_Tern_Metrics_Gauge_get, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Tern_Metrics_Histogram_methods[] = {
	ZEND_ME(Tern_Metrics_Histogram, __construct, arginfo_class_Tern_Metrics_Histogram___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Tern_Metrics_Histogram, observe, arginfo_class_Tern_Metrics_Histogram_observe, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Metrics_Counter(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Metrics", "Counter", class_Tern_Metrics_Counter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Tern_Metrics_Gauge(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Metrics", "Gauge", class_Tern_Metrics_Gauge_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Tern_Metrics_Histogram(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Metrics", "Histogram", class_Tern_Metrics_Histogram_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
