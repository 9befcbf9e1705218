// The swoole_* functions: the function table of the module `swoole`.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

const zend_function_entry* functions() noexcept;

// The functions of the namespace Tern: the function table of the module `tern`.
const zend_function_entry* extension_functions() noexcept;

}  // namespace tern::php
