#include "php/engine/function_table.h"

#include <cstring>

#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr NamePrefix kFunctions{"swoole_", "open"};

const NamePrefix* prefix_of_function(Bytes name) noexcept {
    if (name.starts_with(kFunctions.of_swoole)) return &kFunctions;
    return name.starts_with(kOpenSwooleNamespace.of_swoole) ? &kOpenSwooleNamespace : nullptr;
}

}  // namespace

zend_string* renamed(const NamePrefix& prefix, Bytes name) {
    return zend_string_concat2(prefix.before, std::strlen(prefix.before), name.data(), name.size());
}

bool is_taken(const HashTable* table, zend_string* name) {
    zend_string* lower_name = zend_string_tolower(name);
    const bool taken = zend_hash_exists(table, lower_name);
    zend_string_release(lower_name);
    return taken;
}

void register_openswoole_functions(const zend_function_entry* table) {
    for (const zend_function_entry* row = table; row->fname != nullptr; ++row) {
        const NamePrefix* prefix = prefix_of_function(row->fname);
        if (prefix == nullptr) continue;
        zend_string* name = renamed(*prefix, row->fname);
        zend_function_entry alias[2] = {*row, {}};
        alias[0].fname = ZSTR_VAL(name);
        if (!is_taken(CG(function_table), name)) {
            zend_register_functions(nullptr, alias, nullptr, MODULE_PERSISTENT);
        }
        zend_string_release(name);
    }
}

void register_functions(const zend_function_entry* table) {
    zend_register_functions(nullptr, table, nullptr, MODULE_PERSISTENT);
    if (TERN_G(openswoole)) register_openswoole_functions(table);
}

}  // namespace tern::php
