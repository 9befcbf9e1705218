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

// The option exit_condition of Coroutine::set(): asked when nothing is left that a program without a server waits for.

// The array that Coroutine::set() was given; without the option in it, the condition stays.
void keep_exit_condition(HashTable* options);
// At the end of a request, while PHP code may still run.
void drop_exit_condition();

// Whether the program may end. Calls PHP code, outside of coroutines.
bool exit_condition_holds() noexcept;

}  // namespace tern::php
