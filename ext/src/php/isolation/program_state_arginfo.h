/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 865afe7b240ae2249402af48a8d69facbbd56d6d */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_ProgramState___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, onLoad, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_ProgramState_callShutdownFunctions, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Tern_Internal_ProgramState_restoreStaticVariables arginfo_class_Tern_Internal_ProgramState_callShutdownFunctions

#define arginfo_class_Tern_Internal_ProgramState_restoreHandlers arginfo_class_Tern_Internal_ProgramState_callShutdownFunctions

#define arginfo_class_Tern_Internal_ProgramState_restoreRegistrations arginfo_class_Tern_Internal_ProgramState_callShutdownFunctions

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_ProgramState_autoloaders, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Tern_Internal_ProgramState_constant, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_ProgramState, __construct);
ZEND_METHOD(Tern_Internal_ProgramState, callShutdownFunctions);
ZEND_METHOD(Tern_Internal_ProgramState, restoreStaticVariables);
ZEND_METHOD(Tern_Internal_ProgramState, restoreHandlers);
ZEND_METHOD(Tern_Internal_ProgramState, restoreRegistrations);
ZEND_METHOD(Tern_Internal_ProgramState, autoloaders);
ZEND_METHOD(Tern_Internal_ProgramState, constant);


static const zend_function_entry class_Tern_Internal_ProgramState_methods[] = {
	ZEND_ME(Tern_Internal_ProgramState, __construct, arginfo_class_Tern_Internal_ProgramState___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_ProgramState, callShutdownFunctions, arginfo_class_Tern_Internal_ProgramState_callShutdownFunctions, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_ProgramState, restoreStaticVariables, arginfo_class_Tern_Internal_ProgramState_restoreStaticVariables, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_ProgramState, restoreHandlers, arginfo_class_Tern_Internal_ProgramState_restoreHandlers, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_ProgramState, restoreRegistrations, arginfo_class_Tern_Internal_ProgramState_restoreRegistrations, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_ProgramState, autoloaders, arginfo_class_Tern_Internal_ProgramState_autoloaders, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_ProgramState, constant, arginfo_class_Tern_Internal_ProgramState_constant, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_ProgramState(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal", "ProgramState", class_Tern_Internal_ProgramState_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
