/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: aed6947b90050a907b1cb5c0d0d6be57b9cbd2ed */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_on_leave, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_on_leave);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Tern\\Internal", on_leave, Tern_Internal_on_leave, arginfo_Tern_Internal_on_leave)
	ZEND_FE_END
};
