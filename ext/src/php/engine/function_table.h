// Registers functions of this extension, with tern.openswoole under their OpenSwoole names, too.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/string_slice.h"

namespace tern::php {

// Call it while the module starts.
void register_functions(const zend_function_entry* table);

// Names that begin with the first are there with the second in front, too.
struct NamePrefix {
    Bytes of_swoole;
    const char* before;
};

inline constexpr NamePrefix kOpenSwooleNamespace{"Swoole\\", "Open"};

zend_string* renamed(const NamePrefix& prefix, Bytes name);
// Names of classes and functions are the same in upper and lower case.
bool is_taken(const HashTable* table, zend_string* name);
// The functions of a table that have a name of Swoole, under their OpenSwoole names.
void register_openswoole_functions(const zend_function_entry* table);

}  // namespace tern::php
