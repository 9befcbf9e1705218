#include "php/isolation/code/static_variables.h"

#include "php/isolation/copied_values.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

namespace {

// Null: the function was not called.
HashTable* values_of(const zend_op_array& code) noexcept {
    return static_cast<HashTable*>(ZEND_MAP_PTR_GET(code.static_variables_ptr));
}

// Both have the same names in the same order.
void set_values(HashTable& now, const HashTable& then, HashTable* last) {
    for (uint32_t i = 0; i < now.nNumUsed && i < then.nNumUsed; ++i) {
        zval& value = now.arData[i].val;
        zend_hash_next_index_insert_new(last, &value);
        ZVAL_COPY_DEREF(&value, &then.arData[i].val);
    }
}

}  // namespace

StaticVariables::StaticVariables() { add(false); }

StaticVariables::~StaticVariables() {
    for (One& one : all_) {
        if (one.then != nullptr) zend_array_destroy(one.then);
    }
}

void StaticVariables::add_function(zend_function& function, bool is_new) {
    if (function.type != ZEND_USER_FUNCTION || function.op_array.static_variables == nullptr) return;
    const HashTable* now = is_new ? nullptr : values_of(function.op_array);
    all_.push_back({&function.op_array, now == nullptr ? nullptr : copy_static_variables(*now)});
}

void StaticVariables::add(bool is_new) {
    const auto add_one = [&](zend_function& function) { add_function(function, is_new); };
    each_entry<zend_function>(*EG(function_table), add_one, functions_);
    each_entry<zend_class_entry>(
        *EG(class_table),
        [&](zend_class_entry& entry) {
            if (entry.type != ZEND_USER_CLASS) return;
            each_entry<zend_function>(entry.function_table, [&](zend_function& method) {
                if (method.common.scope == &entry) add_one(method);
            });
        },
        classes_);
    functions_ = EG(function_table)->nNumUsed;
    classes_ = EG(class_table)->nNumUsed;
}

// The table stays: first-class callables of the function refer to it.
void StaticVariables::restore() {
    add(true);
    zval last;  // destructors may run code: at the end
    array_init(&last);
    for (const One& one : all_) {
        HashTable* now = values_of(*one.code);
        const HashTable* then = one.then == nullptr ? one.code->static_variables : one.then;
        if (now != nullptr && now != then) set_values(*now, *then, Z_ARRVAL(last));
    }
    zval_ptr_dtor(&last);
}

}  // namespace tern::php
