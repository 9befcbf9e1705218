// Functions of PHP by name, as tables have them: "class::method" for a method; in lower case.
#pragma once

#include <cstring>

#include "base/check.h"
#include "php/bridge/compat/engine.h"

namespace tern::php {

// Null: there is none of that name, or the program has defined it.
inline zend_internal_function* internal_function(const char* name) noexcept {
    const char* colons = std::strstr(name, "::");
    const HashTable* functions = CG(function_table);
    if (colons != nullptr) {
        const auto* entry = static_cast<zend_class_entry*>(
            zend_hash_str_find_ptr(CG(class_table), name, static_cast<size_t>(colons - name)));
        if (entry == nullptr) return nullptr;
        functions = &entry->function_table;
        name = colons + 2;
    }
    auto* found = static_cast<zend_function*>(zend_hash_str_find_ptr(functions, name, std::strlen(name)));
    return found == nullptr || found->type != ZEND_INTERNAL_FUNCTION ? nullptr : &found->internal_function;
}

// A function whose handler another one has replaced.
struct ReplacedFunction {
    const zend_string* name;  // a closure of the function has the same string; null: there is no such function
    zif_handler engines;
};

// Where the called function is in such a list.
template <size_t kCount>
size_t find_replaced(const ReplacedFunction (&all)[kCount], const zend_execute_data* call) noexcept {
    const zend_string* name = call->func->common.function_name;
    size_t at = 0;
    while (at < kCount && all[at].name != name) ++at;
    TERN_CHECK(at < kCount);
    return at;
}

// Without effect on a function that there is not, or that has been replaced.
inline void replace(ReplacedFunction& place, const char* name, zif_handler replacement) noexcept {
    zend_internal_function* function = internal_function(name);
    if (function == nullptr || place.name != nullptr) return;
    place = {function->function_name, function->handler};
    function->handler = replacement;
}

}  // namespace tern::php
