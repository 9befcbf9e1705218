#include "php/isolation/state/registrations.h"

#include <utility>

extern "C" {
#include <ext/standard/basic_functions.h>
#include <ext/standard/file.h>
}

namespace tern::php {

namespace {

php_stream_wrapper* wrapper_in(const HashTable& table, zend_string* protocol) noexcept {
    return static_cast<php_stream_wrapper*>(zend_hash_find_ptr(&table, protocol));
}

// PHP frees it with the wrapper of a program, which it is for. Null: the wrapper is PHP's own.
zend_resource* resource_of(const php_stream_wrapper* wrapper) noexcept {
    zval* one;
    ZEND_HASH_FOREACH_VAL(&EG(regular_list), one) {
        if (Z_TYPE_P(one) == IS_RESOURCE && Z_RES_VAL_P(one) == wrapper) return Z_RES_P(one);
    }
    ZEND_HASH_FOREACH_END();
    return nullptr;
}

// By PHP's function, which frees the wrapper of a program.
void unregister_wrapper(zend_string* protocol) {
    auto* function =
        static_cast<zend_function*>(zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("stream_wrapper_unregister")));
    zval argument;
    zval result;
    ZVAL_STR(&argument, protocol);
    ZVAL_UNDEF(&result);
    if (function == nullptr || function->type != ZEND_INTERNAL_FUNCTION) {
        (void)php_unregister_url_stream_wrapper_volatile(protocol);
    } else {
        zend_call_known_function(function, nullptr, nullptr, &result, 1, &argument, nullptr);
    }
    zval_ptr_dtor(&result);
}

// A table of pointers as an array of numbers.
void copy_pointers(HashTable& from, zval* into) {
    zend_string* name;
    void* pointer;
    array_init_size(into, zend_hash_num_elements(&from));
    ZEND_HASH_FOREACH_STR_KEY_PTR(&from, name, pointer) {
        if (name != nullptr)
            add_assoc_long_ex(into, ZSTR_VAL(name), ZSTR_LEN(name), reinterpret_cast<intptr_t>(pointer));
    }
    ZEND_HASH_FOREACH_END();
}

void* pointer_in(const zval& table, zend_string* name) noexcept {
    const zval* found = zend_hash_find(Z_ARRVAL(table), name);
    return found == nullptr ? nullptr : reinterpret_cast<void*>(Z_LVAL_P(found));
}

// The names in `now` whose pointer is another one in `then`, or that are not there.
void list_changes(HashTable& now, const zval& then, zval* into) {
    zend_string* name;
    void* pointer;
    array_init(into);
    ZEND_HASH_FOREACH_STR_KEY_PTR(&now, name, pointer) {
        if (name != nullptr && pointer_in(then, name) != pointer) add_next_index_str(into, zend_string_copy(name));
    }
    ZEND_HASH_FOREACH_END();
}

HashTable* table_like(const HashTable& other) {
    HashTable* made;
    ALLOC_HASHTABLE(made);
    zend_hash_init(made, 0, nullptr, other.pDestructor, false);
    return made;
}

void drop_table(HashTable* table) {
    zend_hash_destroy(table);
    FREE_HASHTABLE(table);
}

}  // namespace

Registrations::Registrations() {
    copy_pointers(*php_stream_get_url_stream_wrappers_hash(), &wrappers_);
    copy_pointers(*php_get_stream_filters_hash(), &filters_);
    array_init(&resources_);
    zend_string* protocol;
    if (FG(stream_wrappers) != nullptr) {
        ZEND_HASH_FOREACH_STR_KEY(FG(stream_wrappers), protocol) keep_wrapper(protocol);
        ZEND_HASH_FOREACH_END();
    }
    ZVAL_UNDEF(&options_);
    if (FG(default_context) != nullptr) ZVAL_COPY(&options_, &FG(default_context)->options);
}

Registrations::~Registrations() {
    zval_ptr_dtor(&wrappers_);
    zval_ptr_dtor(&resources_);
    zval_ptr_dtor(&filters_);
    zval_ptr_dtor(&options_);
}

void Registrations::keep_wrapper(zend_string* protocol) {
    php_stream_wrapper* wrapper = wrapper_in(*php_stream_get_url_stream_wrappers_hash(), protocol);
    if (wrapper == nullptr) return;
    zval pointer;
    ZVAL_LONG(&pointer, reinterpret_cast<intptr_t>(wrapper));
    zend_hash_update(Z_ARRVAL(wrappers_), protocol, &pointer);
    if (wrapper_in(*php_stream_get_url_stream_wrappers_hash_global(), protocol) == wrapper) return;
    if (zend_resource* resource = resource_of(wrapper)) {
        zval held;
        GC_ADDREF(resource);
        ZVAL_RES(&held, resource);
        zend_hash_update(Z_ARRVAL(resources_), protocol, &held);
    }
}

void Registrations::keep_filter(zend_string* name) {
    zval pointer;
    ZVAL_LONG(&pointer, reinterpret_cast<intptr_t>(zend_hash_find_ptr(php_get_stream_filters_hash(), name)));
    zend_hash_update(Z_ARRVAL(filters_), name, &pointer);
}

void Registrations::restore() {
    restore_wrappers();
    restore_filters();
    restore_stream_context();
}

void Registrations::restore_wrappers() {
    if (FG(stream_wrappers) == nullptr) return;
    zval changed;
    zval* one;
    list_changes(*FG(stream_wrappers), wrappers_, &changed);
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(changed), one) unregister_wrapper(Z_STR_P(one));
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&changed);
    zend_string* protocol;
    ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL(wrappers_), protocol, one) {
        if (wrapper_in(*FG(stream_wrappers), protocol) != nullptr) continue;
        const zval* resource = zend_hash_find(Z_ARRVAL(resources_), protocol);
        if (resource != nullptr) GC_ADDREF(Z_RES_P(resource));  // PHP has released it when it was unregistered
        (void)php_register_url_stream_wrapper_volatile(protocol, reinterpret_cast<php_stream_wrapper*>(Z_LVAL_P(one)));
    }
    ZEND_HASH_FOREACH_END();
}

// Programs cannot unregister a filter.
void Registrations::restore_filters() const {
    if (FG(stream_filters) == nullptr) return;
    zval changed;
    zval* one;
    list_changes(*FG(stream_filters), filters_, &changed);
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(changed), one) {
        zend_hash_del(FG(stream_filters), Z_STR_P(one));
        if (BG(user_filter_map) != nullptr) zend_hash_del(BG(user_filter_map), Z_STR_P(one));
    }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&changed);
}

void Registrations::restore_stream_context() const {
    if (FG(default_context) == nullptr) return;
    if (Z_TYPE(options_) == IS_UNDEF) return (void)zend_list_delete(std::exchange(FG(default_context), nullptr)->res);
    zval last;
    ZVAL_COPY_VALUE(&last, &FG(default_context)->options);
    ZVAL_COPY(&FG(default_context)->options, &options_);
    zval_ptr_dtor(&last);
}

uint32_t count_shutdown_functions() noexcept {
    const HashTable* all = BG(user_shutdown_function_names);
    return all == nullptr ? 0 : zend_hash_num_elements(all);
}

void call_shutdown_functions(uint32_t from) {
    HashTable* all = BG(user_shutdown_function_names);
    if (count_shutdown_functions() <= from) return;
    HashTable* first = table_like(*all);
    HashTable* later = table_like(*all);
    zend_string* name;
    void* function;
    ZEND_HASH_FOREACH_STR_KEY_PTR(all, name, function) {
        HashTable* into = zend_hash_num_elements(first) < from ? first : later;
        (void)(name == nullptr ? zend_hash_next_index_insert_ptr(into, function)
                               : zend_hash_add_ptr(into, name, function));
    }
    ZEND_HASH_FOREACH_END();
    all->pDestructor = nullptr;  // the entries have moved
    drop_table(all);
    BG(user_shutdown_function_names) = later;
    php_call_shutdown_functions();
    php_free_shutdown_functions();
    BG(user_shutdown_function_names) = first;
    if (CG(unclean_shutdown) && EG(exception) == nullptr) zend_bailout();  // PHP has caught that of a fatal error
}

}  // namespace tern::php
