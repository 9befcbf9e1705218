// Loading classes in coroutines. While the engine loads a class, it reports to all code that the class does not exist.
// That is right only for the code of the loader itself. Other coroutines wait until the load has ended.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

struct Coroutines;

using Autoload = zend_class_entry* (*)(zend_string* name, zend_string* lower_name);

// Calls `load`. If another coroutine loads that class already, waits for it first. Suspends. Null: there is no such
// class, or loading it needs the class itself, in one coroutine or in several that would wait for each other.
zend_class_entry* load_class(Autoload load, zend_string* name, zend_string* lower_name);

// Whether the running coroutine loads a class.
bool loads_class(const Coroutines& coroutines) noexcept;

}  // namespace tern::php
