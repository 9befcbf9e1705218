// The names of OpenSwoole 26, for tern.openswoole. A name of Swoole with "Open" in front means the same class, function
// or constant. What OpenSwoole has beyond that are some methods and class constants, which Swoole's classes get, and
// two classes of php/library.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Once, after all classes, functions and constants of the API.
void register_openswoole(int module_number);

// The tables of what OpenSwoole has beyond Swoole, made from openswoole.stub.php.
const zend_function_entry* openswoole_coroutine_methods() noexcept;
const zend_function_entry* openswoole_channel_methods() noexcept;
const zend_function_entry* openswoole_http_server_methods() noexcept;
const zend_function_entry* openswoole_functions() noexcept;

}  // namespace tern::php
