/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: a6184e5a1bf449c584a07ac781367523cd57f1fc */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Swoole_Event_wait, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Swoole_Event_rshutdown arginfo_class_Swoole_Event_wait


ZEND_METHOD(Swoole_Event, wait);
ZEND_METHOD(Swoole_Event, rshutdown);


static const zend_function_entry class_Swoole_Event_methods[] = {
	ZEND_ME(Swoole_Event, wait, arginfo_class_Swoole_Event_wait, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Swoole_Event, rshutdown, arginfo_class_Swoole_Event_rshutdown, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Swoole_Event(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Swoole", "Event", class_Swoole_Event_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);

	return class_entry;
}
