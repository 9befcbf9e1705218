#include "php/isolation/copied_values.h"

#include "php/isolation/table_entries.h"

namespace tern::php {

namespace {

// Null: opcache has not cached it, so there is one for all contexts.
template <class T>
T* outer_value(const MapArea& outer, const void* pointer) noexcept {
    const bool is_slot = (reinterpret_cast<uintptr_t>(pointer) & 1u) != 0;
    return is_slot ? static_cast<T*>(outer.held(pointer)) : nullptr;
}

void copy_outer_static_variables(const MapArea& outer, zend_op_array& code) {
    if (code.type != ZEND_USER_FUNCTION) return;
    const auto* from = outer_value<HashTable>(outer, ZEND_MAP_PTR(code.static_variables_ptr));
    if (from == nullptr || ZEND_MAP_PTR_GET(code.static_variables_ptr) != nullptr) return;
    ZEND_MAP_PTR_SET(code.static_variables_ptr, copy_static_variables(*from));
}

zval* static_properties(zend_class_entry& entry) noexcept {
    return static_cast<zval*>(ZEND_MAP_PTR_GET(entry.static_members_table));
}

// The place in the running context of a static property that a class has inherited. Null: its class is not copied.
zval* inherited_place(const MapArea& outer, const zend_class_entry& entry, const zval* outer_place) {
    for (zend_class_entry* parent = entry.parent; parent != nullptr; parent = parent->parent) {
        const zval* first = outer_value<zval>(outer, ZEND_MAP_PTR(parent->static_members_table));
        if (first == nullptr || outer_place < first || outer_place >= first + static_property_count(*parent)) continue;
        if (static_properties(*parent) == nullptr) zend_class_init_statics(parent);
        return static_properties(*parent) + (outer_place - first);
    }
    return nullptr;
}

void copy_static_properties(const MapArea& outer, zend_class_entry& entry) {
    if (static_property_count(entry) == 0) return;
    if (entry.parent != nullptr) copy_static_properties(outer, *entry.parent);
    const zval* from = outer_value<zval>(outer, ZEND_MAP_PTR(entry.static_members_table));
    if (entry.type != ZEND_USER_CLASS || from == nullptr || static_properties(entry) != nullptr) return;
    zend_class_init_statics(&entry);
    zval* into = static_properties(entry);
    for (uint32_t i = 0; i < static_property_count(entry); ++i) {
        if (Z_TYPE(from[i]) == IS_INDIRECT) {
            if (zval* place = inherited_place(outer, entry, Z_INDIRECT(from[i]))) ZVAL_INDIRECT(&into[i], place);
            continue;
        }
        zval_ptr_dtor(&into[i]);
        ZVAL_COPY_DEREF(&into[i], const_cast<zval*>(&from[i]));
    }
}

// Code compares cases by identity, and objects from outside refer to the outer ones.
void copy_cases(const MapArea& outer, zend_class_entry& entry) {
    if ((entry.ce_flags & ZEND_ACC_ENUM) == 0 || entry.type != ZEND_USER_CLASS) return;
    const auto* from = outer_value<zend_class_mutable_data>(outer, ZEND_MAP_PTR(entry.mutable_data));
    if (from == nullptr || from->constants_table == nullptr) return;
    const HashTable* into = CE_CONSTANTS_TABLE(&entry);
    zend_string* name;
    zval* evaluated;
    ZEND_HASH_FOREACH_STR_KEY_VAL(from->constants_table, name, evaluated) {
        const zval& value = static_cast<zend_class_constant*>(Z_PTR_P(evaluated))->value;
        auto* own = static_cast<zend_class_constant*>(zend_hash_find_ptr(into, name));
        if (Z_TYPE(value) == IS_OBJECT && own != nullptr && Z_TYPE(own->value) == IS_CONSTANT_AST)
            ZVAL_COPY(&own->value, &value);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

HashTable* copy_static_variables(const HashTable& from) {
    HashTable* copy = zend_new_array(zend_hash_num_elements(&from));
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(const_cast<HashTable*>(&from), name, value) {
        zval own;
        ZVAL_COPY_DEREF(&own, value);
        zend_hash_add_new(copy, name, &own);
    }
    ZEND_HASH_FOREACH_END();
    return copy;
}

void copy_values(const MapArea& outer) {
    const auto copy_function = [&outer](zend_function& one) { copy_outer_static_variables(outer, one.op_array); };
    each_entry<zend_function>(*EG(function_table), copy_function);
    each_entry<zend_class_entry>(*EG(class_table), [&](zend_class_entry& entry) {
        each_entry<zend_function>(entry.function_table, copy_function);
        copy_static_properties(outer, entry);
        copy_cases(outer, entry);
    });
}

void get_autoloaders(zval* into) {
    constexpr Bytes kFunction = "spl_autoload_functions";
    auto* function =
        static_cast<zend_function*>(zend_hash_str_find_ptr(EG(function_table), kFunction.data(), kFunction.size()));
    ZVAL_UNDEF(into);
    if (function != nullptr) zend_call_known_function(function, nullptr, nullptr, into, 0, nullptr, nullptr);
}

void add_autoloaders(Autoloaders& into, const zval& functions) {
    if (Z_TYPE(functions) != IS_ARRAY) return;
    zval* one;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(functions), one) into.add(one, false);
    ZEND_HASH_FOREACH_END();
}

}  // namespace tern::php
