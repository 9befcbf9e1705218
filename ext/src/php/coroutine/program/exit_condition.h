// The option exit_condition of Coroutine::set(): asked when nothing is left that a program without a server waits for.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// The array that Coroutine::set() was given; without the option in it, the condition stays.
void keep_exit_condition(HashTable* options);
// At the end of a request, while PHP code may still run.
void drop_exit_condition();

// Whether the program may end. Calls PHP code, outside of coroutines.
bool exit_condition_holds() noexcept;

}  // namespace tern::php
