// The swoole_* functions: the function table of the module `swoole`.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

const zend_function_entry* functions() noexcept;

}  // namespace tern::php
