// Functions that tell what contexts share and what they have for themselves.
#include <dlfcn.h>

#include "php/engine/globals.h"
#include "php/engine/registry.h"
#include "php/isolation/state/state_rows.h"
#include "php/isolation/state/state_table.h"
#include "php/isolation/state_functions_arginfo.h"

namespace tern::php {

void register_state_functions() { register_functions(state_functions_entries); }

namespace {

void add_words(zval* row, const char* key, Bytes rest) {
    zval list;
    array_init(&list);
    while (!rest.empty()) {
        const size_t end = rest.substr(0, rest.find(' ')).size();
        add_next_index_stringl(&list, rest.data(), end);
        rest.remove_prefix(rest.size() == end ? end : end + 1);
    }
    add_assoc_zval(row, key, &list);
}

const char* name_of(Holds holds) noexcept {
    if (holds == Holds::own) return "own";
    return holds == Holds::shared ? "shared" : "refused";
}

void describe(const StateRow& one, zval* row) {
    array_init(row);
    add_assoc_string(row, "key", one.key);
    add_assoc_string(row, "state", one.state);
    add_words(row, "names", one.names);
    add_assoc_string(row, "script", name_of(one.script));
    add_assoc_string(row, "context", name_of(one.context));
    add_assoc_string(row, "coroutine", name_of(one.coroutine));
    add_assoc_string(row, "text", one.text);
    add_assoc_string(row, "instead", one.instead);
    add_assoc_bool(row, "searched", one.searched);
}

// Where the object begins that has this address.
const void* object_of(const void* address) noexcept {
    Dl_info found{};
    return dladdr(address, &found) == 0 ? nullptr : found.dli_fbase;
}

void add_replaced(zval* list, const HashTable& functions, const zend_class_entry* scope) {
    const void* const own = object_of(reinterpret_cast<const void*>(&register_state_functions));
    zend_string* name;
    void* value;
    ZEND_HASH_FOREACH_STR_KEY_PTR(const_cast<HashTable*>(&functions), name, value) {
        const auto& function = static_cast<zend_function*>(value)->internal_function;
        if (function.type != ZEND_INTERNAL_FUNCTION || function.scope != scope || function.module == nullptr) continue;
        const bool is_of_tern = object_of(function.module) == own;
        if (is_of_tern || object_of(reinterpret_cast<const void*>(function.handler)) != own) continue;
        zend_string* text = scope == nullptr ? zend_string_copy(name)
                                             : zend_strpprintf(0, "%s::%s", ZSTR_VAL(scope->name), ZSTR_VAL(name));
        zend_string* lower = zend_string_tolower(text);
        zend_string_release(text);
        add_next_index_str(list, lower);
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_state_rows) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    for (const StateRow& one : state_rows()) {
        zval row;
        describe(one, &row);
        add_next_index_zval(return_value, &row);
    }
}

ZEND_FUNCTION(Tern_Internal_shared_modules) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    for (const SharedModule& one : shared_modules()) add_assoc_string(return_value, one.name, one.reason);
    for (const SharedField& one : shared_fields()) {
        zend_string* name = zend_strpprintf(0, "%s: %s", one.module, one.title);
        zval reason;
        ZVAL_STRING(&reason, one.reason);
        zend_hash_update(Z_ARRVAL_P(return_value), name, &reason);
        zend_string_release(name);
    }
}

ZEND_FUNCTION(Tern_Internal_replaced_functions) {
    ZEND_PARSE_PARAMETERS_NONE();
    array_init(return_value);
    add_replaced(return_value, *CG(function_table), nullptr);
    void* found;
    ZEND_HASH_FOREACH_PTR(CG(class_table), found) {
        const auto* entry = static_cast<zend_class_entry*>(found);
        if (entry->type == ZEND_INTERNAL_CLASS) add_replaced(return_value, entry->function_table, entry);
    }
    ZEND_HASH_FOREACH_END();
}
