#include "php/isolation/code/uncached_code.h"

#include "php/engine/classes.h"
#include "php/engine/compat/objects.h"
#include "php/isolation/code/checked_opcodes.h"
#include "php/isolation/code/function_state.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

// A class that inherits a method has the same one, and an alias is the same class.
void UncachedCode::add(zend_op_array& code, Added& added, const DirectCaches& direct) {
    if (code.type != ZEND_USER_FUNCTION || (code.fn_flags & ZEND_ACC_IMMUTABLE) != 0) return;
    if (!added.insert(&code).second) return;
    const bool has_cache = !ZEND_MAP_PTR_IS_OFFSET(code.run_time_cache) && !direct.knows(code);
    const bool has_values = code.static_variables != nullptr && !ZEND_MAP_PTR_IS_OFFSET(code.static_variables_ptr);
    if (has_cache || has_values) {
        HashTable* values = has_values ? ZEND_MAP_PTR(code.static_variables_ptr) : nullptr;
        all_.push_back({&code, has_cache, nullptr, has_values, values == nullptr ? nullptr : zend_array_dup(values)});
    }
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) add(*code.dynamic_func_defs[i], added, direct);
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

void UncachedCode::begin(const DirectCaches& direct) {
    Added added;
    const auto add_code = [this, &added, &direct](zend_function& one) { add(one.op_array, added, direct); };
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

namespace {

// Its code is the same in all contexts, and looks up only what is PHP's or the library's. The launcher's stays outside.
bool is_of_library(const zend_class_entry& type) noexcept {
    return is_library_file(type.info.user.filename) || view(type.name).starts_with("Tern\\Launcher\\");
}

}  // namespace

void OwnCode::begin(const Definitions& tables) noexcept {
    functions_ = tables.functions.table->nNumUsed;
    classes_ = tables.classes.table->nNumUsed;
}

// `crosses`: it may run where its file is not included.
void OwnCode::add(zend_op_array& code, bool crosses, DirectCaches& direct) {
    if ((code.fn_flags & (ZEND_ACC_IMMUTABLE | ZEND_ACC_HEAP_RT_CACHE)) != 0) return;
    direct.add(code, owner_);
    if (crosses && !is_cached_code(code)) check_function_calls(code);
    for (uint32_t i = 0; i < code.num_dynamic_func_defs; ++i) {
        zend_op_array& inner = *code.dynamic_func_defs[i];
        add(inner, crosses || (inner.fn_flags & ZEND_ACC_CLOSURE) != 0, direct);
    }
}

// False: it is not declared yet.
bool OwnCode::note_class(uint32_t place, DirectCaches& direct) {
    const zval& one = EG(class_table)->arData[place].val;
    if (Z_TYPE(one) == IS_UNDEF) return true;
    auto& type = *static_cast<zend_class_entry*>(Z_PTR(one));
    if (type.type != ZEND_USER_CLASS) return true;
    if ((type.ce_flags & ZEND_ACC_LINKED) == 0) return false;
    if ((type.ce_flags & ZEND_ACC_IMMUTABLE) != 0 || is_of_library(type)) return true;
    each_code_of(type, [this, &direct](zend_op_array& code) { add(code, true, direct); });
    return true;
}

void OwnCode::note_new(DirectCaches& direct) {
    std::erase_if(unlinked_, [this, &direct](uint32_t place) { return note_class(place, direct); });
    const auto add_function = [this, &direct](zend_function& function) {
        if (function.type == ZEND_USER_FUNCTION) add(function.op_array, false, direct);
    };
    each_entry<zend_function>(*EG(function_table), add_function, functions_);
    functions_ = EG(function_table)->nNumUsed;
    for (; classes_ < EG(class_table)->nNumUsed; ++classes_) {
        if (!note_class(classes_, direct)) unlinked_.push_back(classes_);
    }
}

}  // namespace tern::php
