// PHP's functions that report classes: they know those of the library before these are loaded, and load none to answer.
// So programs find all classes of the API as if they were compiled into the extension. In reflection they belong to the
// extension swoole.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php::library {

// Call it when a request begins, after all extensions have started.
void take_over_class_questions() noexcept;

// get_declared_classes() without classes that are not loaded.
void list_loaded_classes(INTERNAL_FUNCTION_PARAMETERS);

}  // namespace tern::php::library
