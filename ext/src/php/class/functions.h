// The swoole_* functions, as the function table of the module that carries that name.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

const zend_function_entry* functions() noexcept;

}  // namespace tern::php
