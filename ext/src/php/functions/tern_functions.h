// The functions of the namespace Tern: the function table of the module `tern`.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

const zend_function_entry* own_functions() noexcept;

}  // namespace tern::php
