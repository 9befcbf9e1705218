// The function that `tern serve` defines in the programs that it starts. start() calls it before the server opens
// anything: it may give the server another address and other options.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Null: the program was started without the launcher.
zend_function* launcher_hook() noexcept;

}  // namespace tern::php
