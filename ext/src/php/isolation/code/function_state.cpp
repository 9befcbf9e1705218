#include "php/isolation/code/function_state.h"

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

void ForeignCaches::remove(const zend_op_array& code) {
    std::erase_if(all_, [&code](const One& one) { return one.code == &code; });
}

void ForeignCaches::remove(const CodeSet& freed) {
    std::erase_if(all_, [&freed](const One& one) { return freed.contains(one.code); });
}

void DirectCaches::add(zend_op_array& code, const Context* owner) {
    if (known_.insert(&code).second) all_.push_back({&code, owner});
}

void DirectCaches::take_new(ForeignCaches& of) const {
    for (const One& one : all_) {
        void** cache = ZEND_MAP_PTR(one.code->run_time_cache);
        if (cache == nullptr) continue;
        of.add(*one.code, cache);
        ZEND_MAP_PTR_INIT(one.code->run_time_cache, nullptr);
    }
}

CodeSet DirectCaches::remove(const Context* owner) {
    CodeSet freed;
    std::erase_if(all_, [owner, &freed](const One& one) {
        if (one.owner == owner) freed.insert(one.code);
        return one.owner == owner;
    });
    for (const zend_op_array* code : freed) known_.erase(code);
    return freed;
}

}  // namespace tern::php
