// The names of OpenSwoole 26, for tern.openswoole. A name of Swoole with "Open" in front means the same class, function
// or constant. What OpenSwoole has beyond that are some methods and class constants, which Swoole's classes get, and
// two classes of php/library.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Once, after all classes, functions and constants of the API.
void register_openswoole(int module_number);

}  // namespace tern::php
