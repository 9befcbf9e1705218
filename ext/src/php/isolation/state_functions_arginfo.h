/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 37d210e5a67a36594e5eb85dd8d8ea3563f84702 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_state_rows, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_shared_modules arginfo_Tern_Internal_state_rows

#define arginfo_Tern_Internal_replaced_functions arginfo_Tern_Internal_state_rows

ZEND_FUNCTION(Tern_Internal_state_rows);
ZEND_FUNCTION(Tern_Internal_shared_modules);
ZEND_FUNCTION(Tern_Internal_replaced_functions);

static const zend_function_entry ext_functions[] = {
    ZEND_NS_FALIAS("Tern\\Internal", state_rows, Tern_Internal_state_rows, arginfo_Tern_Internal_state_rows)
        ZEND_NS_FALIAS("Tern\\Internal", shared_modules, Tern_Internal_shared_modules,
                       arginfo_Tern_Internal_shared_modules)
            ZEND_NS_FALIAS("Tern\\Internal", replaced_functions, Tern_Internal_replaced_functions,
                           arginfo_Tern_Internal_replaced_functions) ZEND_FE_END};
