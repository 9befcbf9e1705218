// Coroutine::create() and Coroutine::defer(), with all their names.
#pragma once

#include "php/engine/fiber/waiting.h"

namespace tern::php {

void create_coroutine(INTERNAL_FUNCTION_PARAMETERS);
void defer_in_coroutine(INTERNAL_FUNCTION_PARAMETERS);

// Coroutine\run(): calls `start`, which starts coroutines, and turns the loop until they have ended. False where
// coroutines run already: nothing was called.
bool run_program(zif_handler start, INTERNAL_FUNCTION_PARAMETERS);

}  // namespace tern::php
