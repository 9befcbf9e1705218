#include "php/isolation/tables.h"

#include <cstring>
#include <utility>

#include "php/isolation/code/function_state.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

namespace {

constexpr size_t kArenaBytes = 32 * 1024;
constexpr int kResourceNumberBits = 32;  // for the resources of one context
constexpr const char* kSuperglobals[] = {"_GET",     "_POST",  "_COOKIE", "_SERVER", "_ENV",
                                         "_REQUEST", "_FILES", "argv",    "argc"};

void copy_variable(HashTable& into, zend_string* name, zval* value) {
    if (Z_TYPE_P(value) == IS_INDIRECT) value = Z_INDIRECT_P(value);
    if (Z_TYPE_P(value) == IS_UNDEF) return;
    zval copy;
    ZVAL_COPY_DEREF(&copy, value);
    zend_hash_update(&into, name, &copy);
}

// The engine makes some of them when code that uses them is compiled for the first time, and then never again.
void copy_superglobals(HashTable& into) {
    for (const char* text : kSuperglobals) {
        zend_string* name = zend_string_init(text, std::strlen(text), false);
        (void)zend_is_auto_global(name);
        if (zval* value = zend_hash_find(&EG(symbol_table), name)) copy_variable(into, name, value);
        zend_string_release(name);
    }
}

void copy_variables(HashTable& into) {
    copy_superglobals(into);
    zend_string* name;
    zval* value;
    ZEND_HASH_FOREACH_STR_KEY_VAL(&EG(symbol_table), name, value) {
        if (name != nullptr) copy_variable(into, name, value);
    }
    ZEND_HASH_FOREACH_END();
}

void copy_keys(HashTable& into, HashTable& from) {
    zend_string* key;
    ZEND_HASH_FOREACH_STR_KEY(&from, key) {
        if (key != nullptr) zend_hash_add_empty_element(&into, key);
    }
    ZEND_HASH_FOREACH_END();
}

// Null: the context has changed none. `own`: the context has defined the function. Otherwise only what lies in the
// context's own slots is the context's.
HashTable* static_variables(zend_op_array& code, bool own) noexcept {
    if (code.type != ZEND_USER_FUNCTION || ZEND_MAP_PTR(code.static_variables_ptr) == nullptr) return nullptr;
    if (!own && !ZEND_MAP_PTR_IS_OFFSET(code.static_variables_ptr)) return nullptr;
    auto* values = static_cast<HashTable*>(ZEND_MAP_PTR_GET(code.static_variables_ptr));
    return values == nullptr || (GC_FLAGS(values) & GC_IMMUTABLE) != 0 ? nullptr : values;
}

void drop_static_variables(zend_op_array& code, bool own) {
    if (HashTable* values = static_variables(code, own)) drop_each(*values);
}

void free_static_variables(zend_op_array& code, bool own) {
    HashTable* values = static_variables(code, own);
    if (values == nullptr) return;
    ZEND_MAP_PTR_SET(code.static_variables_ptr, nullptr);
    zend_array_release(values);
}

// Null: the context has changed none.
zval* static_properties(zend_class_entry& entry, bool own) noexcept {
    if (static_property_count(entry) == 0) return nullptr;
    if (!own && !ZEND_MAP_PTR_IS_OFFSET(entry.static_members_table)) return nullptr;
    return static_cast<zval*>(ZEND_MAP_PTR_GET(entry.static_members_table));
}

void drop_static_properties(zend_class_entry& entry, bool own) {
    zval* values = static_properties(entry, own);
    for (uint32_t i = 0; values != nullptr && i < static_property_count(entry); ++i) {
        if (Z_TYPE(values[i]) != IS_INDIRECT) drop_value(values[i]);
    }
}

// Calls `visit(method)` for each that can have static variables, and maybe for others.
template <class Visit>
void each_method(zend_class_entry& entry, Visit visit) {
    if ((entry.ce_flags & ZEND_HAS_STATIC_IN_METHODS) != 0) each_entry<zend_function>(entry.function_table, visit);
}

void drop_class_values(zend_class_entry& entry, bool own) {
    drop_static_properties(entry, own);
    each_method(entry, [own](zend_function& method) { drop_static_variables(method.op_array, own); });
}

void free_values(zend_class_entry& entry, bool own) {
    each_method(entry, [own](zend_function& method) { free_static_variables(method.op_array, own); });
    if (static_properties(entry, own) != nullptr) zend_cleanup_internal_class_data(&entry);
    if (entry.type == ZEND_USER_CLASS && ZEND_MAP_PTR(entry.mutable_data) != nullptr &&
        ZEND_MAP_PTR_GET(entry.mutable_data) != nullptr) {
        zend_cleanup_mutable_class_data(&entry);
    }
}

}  // namespace

void Tables::begin(int context, const StartEntries& start) {
    start_ = &start;
    zend_hash_init(&variables_, 64, nullptr, ZVAL_PTR_DTOR, 0);
    zend_hash_real_init_mixed(&variables_);
    zend_hash_init(&included_files_, 64, nullptr, nullptr, 0);
    zend_hash_init(&resources_, 8, nullptr, EG(regular_list).pDestructor, 0);
    resources_.nNextFreeElement = context == 0 ? 0 : static_cast<zend_long>(context) << kResourceNumberBits;
    zend_hash_init(&persistent_resources_, 8, nullptr, EG(persistent_list).pDestructor, 1);
    classes_being_loaded_.begin();
    arena_ = zend_arena_create(kArenaBytes);
}

void Tables::begin_fresh(bool of_program, int context, const StartEntries& start, SpareDefinitions& spare) {
    begin(of_program ? context : 0, start);
    spare_ = &spare;
    of_script_ = !of_program;
    if (!spare_->take(definitions_)) {
        definitions_ = Definitions::make(false);
        if (of_program) definitions_.add_stream_constants();
    }
    if (of_program) copy_superglobals(variables_);  // a script has others
}

void Tables::begin_copy(int context, const StartEntries& start) {
    begin(context, start);
    definitions_ = Definitions::make(true);
    copy_variables(variables_);
    copy_keys(included_files_, EG(included_files));
}

void Tables::exchange() noexcept {
    definitions_.exchange();
    std::swap(variables_, EG(symbol_table));
    std::swap(included_files_, EG(included_files));
    std::swap(resources_, EG(regular_list));
    std::swap(persistent_resources_, EG(persistent_list));
    classes_being_loaded_.exchange();
    std::swap(arena_, CG(arena));
}

void Tables::drop_variables() {
    zend_hash_graceful_reverse_destroy(&EG(symbol_table));
    zend_hash_init(&EG(symbol_table), 8, nullptr, ZVAL_PTR_DTOR, 0);
    zend_hash_real_init_mixed(&EG(symbol_table));
}

// A destructor may add and remove variables.
void Tables::drop_objects() {
    HashTable& all = EG(symbol_table);
    for (uint32_t before = 0; before != zend_hash_num_elements(&all);) {
        before = zend_hash_num_elements(&all);
        for (uint32_t i = all.nNumUsed; i-- > 0;) {
            const zval* value = i < all.nNumUsed ? &all.arData[i].val : nullptr;
            if (value == nullptr || Z_TYPE_P(value) != IS_OBJECT || Z_REFCOUNT_P(value) != 1) continue;
            zend_hash_del_bucket(&all, all.arData + i);
            if (EG(exception) != nullptr) return;
        }
    }
}

// Calls `visit(entry, own)` for each function and class that can have values of the context.
template <class VisitFunction, class VisitClass>
void Tables::each_changeable(VisitFunction visit_function, VisitClass visit_class) const {
    const OwnTable& functions = definitions_.functions;
    const OwnTable& classes = definitions_.classes;
    each_later<zend_function>(start_->functions, *EG(function_table), functions.at_start, functions.first,
                              visit_function);
    each_later<zend_class_entry>(start_->classes, *EG(class_table), classes.at_start, classes.first, visit_class);
}

void Tables::add_values(Destructors& into) const {
    const auto add_variables = [&into](zend_function& function, bool own) {
        zval all;
        if (HashTable* values = static_variables(function.op_array, own)) {
            ZVAL_ARR(&all, values);
            into.add(all);
        }
    };
    each_changeable(add_variables, [&](zend_class_entry& entry, bool own) {
        const zval* values = static_properties(entry, own);
        for (uint32_t i = 0; values != nullptr && i < static_property_count(entry); ++i) into.add(values[i]);
        each_method(entry, [&](zend_function& method) { add_variables(method, own); });
    });
}

void Tables::drop_values() {
    each_changeable([](zend_function& function, bool own) { drop_static_variables(function.op_array, own); },
                    drop_class_values);
    const auto drop_constant = [](zend_constant& constant) {
        ZEND_CONSTANT_SET_FLAGS(&constant, 0, PHP_USER_CONSTANT);
        drop_value(constant.value);
    };
    each_entry<zend_constant>(*EG(zend_constants), drop_constant, definitions_.constants.first);
}

// The last first: a class after those that extend it.
void Tables::drop_own(HashTable& table, uint32_t first) {
    for (uint32_t i = table.nNumUsed; i-- > first;) {
        Bucket* one = &table.arData[i];
        if (Z_TYPE(one->val) != IS_UNDEF) zend_hash_del_bucket(&table, one);
    }
}

void Tables::drop_definitions() {
    each_changeable([](zend_function& function, bool own) { free_static_variables(function.op_array, own); },
                    free_values);
    drop_own(*EG(function_table), definitions_.functions.first);
    drop_own(*EG(class_table), definitions_.classes.first);
    drop_own(*EG(zend_constants), definitions_.constants.first);
}

void Tables::forget_definitions() const {
    zend_hash_discard(EG(function_table), definitions_.functions.first);
    zend_hash_discard(EG(class_table), definitions_.classes.first);
    zend_hash_discard(EG(zend_constants), definitions_.constants.first);
}

// The last first, as PHP does. Closing one may make others.
void Tables::close_resources() {
    HashTable& all = EG(regular_list);
    for (uint32_t i = all.nNumUsed; i-- > 0;) {
        zval* one = ZEND_HASH_ELEMENT(&all, i);
        if (Z_TYPE_P(one) != IS_UNDEF) zend_list_close(static_cast<zend_resource*>(Z_PTR_P(one)));
    }
}

void Tables::close_persistent() { zend_hash_clean(&EG(persistent_list)); }

// Code outside may still have some. They are closed, and go into its list.
void Tables::free_resources() {
    if (!of_script_) {
        resources_.pDestructor = nullptr;
        void* resource;
        ZEND_HASH_FOREACH_PTR(&resources_, resource) {
            zend_hash_index_add_ptr(&EG(regular_list),
                                    static_cast<zend_ulong>(static_cast<zend_resource*>(resource)->handle), resource);
        }
        ZEND_HASH_FOREACH_END();
    }
    zend_hash_destroy(&resources_);
}

void Tables::give_definitions() {
    if (spare_ != nullptr) {
        spare_->give(definitions_);
    } else {
        definitions_.free();
    }
}

void Tables::forget_tables() {
    give_definitions();
    zend_hash_destroy(&persistent_resources_);
}

void Tables::free_tables() {
    give_definitions();
    zend_hash_destroy(&variables_);
    zend_hash_destroy(&included_files_);
    free_resources();
    zend_hash_destroy(&persistent_resources_);
    classes_being_loaded_.end();
    zend_arena_destroy(arena_);
}

}  // namespace tern::php
