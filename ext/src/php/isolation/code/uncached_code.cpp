#include "php/isolation/code/uncached_code.h"

#include "php/isolation/callables.h"
#include "php/isolation/contexts.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

// A class that inherits a method has the same one, and an alias is the same class.
void UncachedCode::add(zend_op_array& code, Added& added) {
    if (code.type != ZEND_USER_FUNCTION || (code.fn_flags & ZEND_ACC_IMMUTABLE) != 0) return;
    if (!added.insert(&code).second) return;
    const bool has_cache = !ZEND_MAP_PTR_IS_OFFSET(code.run_time_cache) && !contexts().direct_caches.knows(code);
    const bool has_values = code.static_variables != nullptr && !ZEND_MAP_PTR_IS_OFFSET(code.static_variables_ptr);
    if (has_cache || has_values) {
        HashTable* values = has_values ? ZEND_MAP_PTR(code.static_variables_ptr) : nullptr;
        all_.push_back({&code, has_cache, nullptr, has_values, values == nullptr ? nullptr : zend_array_dup(values)});
    }
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) add(*code.dynamic_func_defs[i], added);
}

// Afterwards the values are the same in all contexts.
void UncachedCode::evaluate(zend_class_entry& entry) {
    if ((entry.ce_flags & ZEND_ACC_CONSTANTS_UPDATED) != 0 || EG(exception) != nullptr) return;
    if (zend_update_class_constants(&entry) == SUCCESS && EG(exception) == nullptr) return;
    zend_clear_exception();
    evaluations_.push_back({&entry, 0});
}

// The engine makes the outer properties when they are first used, which must not happen in the context.
void UncachedCode::add(zend_class_entry& entry) {
    if (static_property_count(entry) == 0 || ZEND_MAP_PTR_IS_OFFSET(entry.static_members_table)) return;
    zend_class_init_statics(&entry);
    auto* own = static_cast<zval*>(safe_emalloc(static_property_count(entry), sizeof(zval), 0));
    for (uint32_t i = 0; i < static_property_count(entry); ++i) ZVAL_UNDEF(&own[i]);
    properties_.push_back({&entry, own});
}

// Null: they have not been used.
zval* UncachedCode::outer_properties(const zend_class_entry& entry, const MapArea& outer) const noexcept {
    if (ZEND_MAP_PTR_IS_OFFSET(entry.static_members_table)) {
        return static_cast<zval*>(outer.held(ZEND_MAP_PTR(entry.static_members_table)));
    }
    for (const Properties& one : properties_) {
        if (one.entry == &entry) return one.held;
    }
    return nullptr;
}

// The place in the context of a static property that a class has inherited. Null: there is none.
zval* UncachedCode::inherited_place(const Properties& of, const zval* outer_place, const MapArea& outer) const {
    for (zend_class_entry* parent = of.entry->parent; parent != nullptr; parent = parent->parent) {
        const zval* first = outer_properties(*parent, outer);
        if (first == nullptr || outer_place < first || outer_place >= first + static_property_count(*parent)) continue;
        zend_class_init_statics(parent);
        return static_cast<zval*>(ZEND_MAP_PTR_GET(parent->static_members_table)) + (outer_place - first);
    }
    return nullptr;
}

void UncachedCode::copy_properties(const MapArea& outer) {
    for (const Properties& one : properties_) {
        zval* own = ZEND_MAP_PTR(one.entry->static_members_table);
        for (uint32_t i = 0; i < static_property_count(*one.entry); ++i) {
            if (Z_TYPE(one.held[i]) != IS_INDIRECT) {
                ZVAL_COPY_DEREF(&own[i], &one.held[i]);
            } else if (zval* place = inherited_place(one, Z_INDIRECT(one.held[i]), outer)) {
                ZVAL_INDIRECT(&own[i], place);
            }
        }
    }
}

void UncachedCode::begin() {
    Added added;
    const auto add_code = [this, &added](zend_function& one) { add(one.op_array, added); };
    each_entry<zend_function>(*EG(function_table), add_code);
    each_entry<zend_class_entry>(*EG(class_table), [this, &added, &add_code](zend_class_entry& entry) {
        if (entry.type != ZEND_USER_CLASS || (entry.ce_flags & ZEND_ACC_IMMUTABLE) != 0) return;
        if (!added.insert(&entry).second) return;
        each_entry<zend_function>(entry.function_table, add_code);
        evaluate(entry);
        add(entry);
    });
}

void UncachedCode::drop_values() {
    for (const One& one : all_) {
        if (!one.has_values) continue;
        if (HashTable* values = ZEND_MAP_PTR(one.code->static_variables_ptr)) drop_each(*values);
    }
    for (const Properties& one : properties_) {
        zval* own = ZEND_MAP_PTR(one.entry->static_members_table);
        for (uint32_t i = 0; i < static_property_count(*one.entry); ++i) {
            if (Z_TYPE(own[i]) != IS_INDIRECT) drop_value(own[i]);
        }
    }
}

void UncachedCode::end() {
    for (const One& one : all_) {
        if (one.has_values && one.values != nullptr) zend_array_release(one.values);
    }
    all_.clear();
    for (const Properties& one : properties_) efree(one.held);
    properties_.clear();
    evaluations_.clear();
}

}  // namespace tern::php
