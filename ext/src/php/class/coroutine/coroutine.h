// Coroutine::create() and Coroutine::defer(), with all their names.
#pragma once

#include "php/bridge/waiting.h"

namespace tern::php {

void create_coroutine(INTERNAL_FUNCTION_PARAMETERS);
void defer_in_coroutine(INTERNAL_FUNCTION_PARAMETERS);

}  // namespace tern::php
