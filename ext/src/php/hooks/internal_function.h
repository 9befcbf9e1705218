// Functions of PHP by name, as tables have them: "class::method" for a method; in lower case.
#pragma once

#include <cstring>

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

}  // namespace tern::php
