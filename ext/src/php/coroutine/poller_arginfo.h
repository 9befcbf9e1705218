/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 73092db5ea23b85f9c5573f069f72ba8eee00a70 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Poller___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_isUsable, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_watch, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, stream, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, events, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_unwatch, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_collect, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_arm, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, delay, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_disarm, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_keepContext, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, kept, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_resume, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, cid, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_Poller_hold, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, held, _IS_BOOL, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Poller, __construct);
ZEND_METHOD(Tern_Internal_Poller, isUsable);
ZEND_METHOD(Tern_Internal_Poller, watch);
ZEND_METHOD(Tern_Internal_Poller, unwatch);
ZEND_METHOD(Tern_Internal_Poller, collect);
ZEND_METHOD(Tern_Internal_Poller, arm);
ZEND_METHOD(Tern_Internal_Poller, disarm);
ZEND_METHOD(Tern_Internal_Poller, keepContext);
ZEND_METHOD(Tern_Internal_Poller, resume);
ZEND_METHOD(Tern_Internal_Poller, hold);


static const zend_function_entry class_Tern_Internal_Poller_methods[] = {
	ZEND_ME(Tern_Internal_Poller, __construct, arginfo_class_Tern_Internal_Poller___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, isUsable, arginfo_class_Tern_Internal_Poller_isUsable, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, watch, arginfo_class_Tern_Internal_Poller_watch, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, unwatch, arginfo_class_Tern_Internal_Poller_unwatch, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, collect, arginfo_class_Tern_Internal_Poller_collect, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, arm, arginfo_class_Tern_Internal_Poller_arm, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, disarm, arginfo_class_Tern_Internal_Poller_disarm, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, keepContext, arginfo_class_Tern_Internal_Poller_keepContext, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, resume, arginfo_class_Tern_Internal_Poller_resume, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Poller, hold, arginfo_class_Tern_Internal_Poller_hold, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Poller(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "Poller", class_Tern_Internal_Poller_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
