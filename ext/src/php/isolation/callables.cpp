#include "php/isolation/callables.h"

namespace tern::php {

zend_function* function_of(const zend_op_array& code) {
    const HashTable* table = code.scope == nullptr ? EG(function_table) : &code.scope->function_table;
    zend_string* name = zend_string_tolower(code.function_name);
    auto* found = static_cast<zend_function*>(zend_hash_find_ptr(table, name));
    zend_string_release(name);
    const bool is_same =
        found != nullptr && found->type == ZEND_USER_FUNCTION && found->op_array.opcodes == code.opcodes;
    return is_same ? found : nullptr;
}

HashTable* need_static_variables(zend_op_array& code) {
    if (code.static_variables == nullptr) return nullptr;
    auto* values = static_cast<HashTable*>(ZEND_MAP_PTR_GET(code.static_variables_ptr));
    if (values != nullptr) return values;
    values = zend_array_dup(code.static_variables);
    ZEND_MAP_PTR_SET(code.static_variables_ptr, values);
    return values;
}

void drop_value(zval& value) {
    zval last;
    ZVAL_COPY_VALUE(&last, &value);
    ZVAL_NULL(&value);
    zval_ptr_dtor(&last);
}

void drop_each(HashTable& static_variables) {
    zval* value;
    ZEND_HASH_FOREACH_VAL(&static_variables, value) drop_value(*value);
    ZEND_HASH_FOREACH_END();
}

}  // namespace tern::php
