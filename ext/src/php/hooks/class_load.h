// Loading classes in coroutines. The engine lets a class be loaded once at a time and tells whoever asks for it
// meanwhile that there is none, which is right for the loader's own code only: others wait until it has ended.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

struct Runtime;

using Autoload = zend_class_entry* (*)(zend_string* name, zend_string* lower_name);

// Calls `load`, behind whoever loads that class already. Suspends. Null: there is no such class, or its loading asks
// for itself: in one coroutine, or in several that would wait for each other.
zend_class_entry* load_class(Autoload load, zend_string* name, zend_string* lower_name);

// The running coroutine is loading a class.
bool loads_class(const Runtime& all) noexcept;

}  // namespace tern::php
