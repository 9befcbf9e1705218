// Registers functions of this extension.
#pragma once

#include "php/bridge/compat/engine.h"

namespace tern::php {

// Call it while the module starts. With tern.openswoole the functions of the API get their OpenSwoole names, too.
void register_functions(const zend_function_entry* table);

}  // namespace tern::php
