// What tern.sapi_name brings: functions and settings of PHP's server interfaces for the web. Under the name of
// PHP-FPM's they are those of a module of their own, as there: programs look for it.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it once, while the module `tern` starts. Nothing happens where tern.sapi_name is empty. False: PHP cannot start.
bool start_sapi(int module_number);
// While the module with the classes starts: those that belong to no module of their own.
void register_sapi_functions();

const zend_function_entry* sapi_functions() noexcept;

}  // namespace tern::php
