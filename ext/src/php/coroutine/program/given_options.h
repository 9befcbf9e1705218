// What the program gave Coroutine::set(), for getOptions(): also options that have no effect here.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Later values replace earlier ones. May run PHP code: the destructor of a former value.
void keep_given_options(HashTable* options);
// Leaves `into` alone if nothing was given.
void copy_given_options(zval* into);
// At the end of a request.
void drop_given_options();

}  // namespace tern::php
