// The names of OpenSwoole 26, for tern.openswoole. A name of Swoole with "Open" in front means the same class, function
// or constant. What OpenSwoole has beyond that are some methods and class constants, which Swoole's classes get, and
// two classes of php/library.
#pragma once

#include "php/bridge/compat/engine.h"

namespace tern::php {

// Once, after all classes, functions and constants of the API.
void register_openswoole(int module_number);

// The functions of a table that have a name of Swoole, under their OpenSwoole names.
void register_openswoole_functions(const zend_function_entry* table);

}  // namespace tern::php
