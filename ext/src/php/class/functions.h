// The swoole_* functions: the function table of the module `swoole`.
#pragma once

#include "php/bridge/compat/engine.h"

namespace tern::php {

const zend_function_entry* functions() noexcept;

// swoole_set_process_name(), for a title that is not empty.
bool set_process_title(zend_string* title);

}  // namespace tern::php
