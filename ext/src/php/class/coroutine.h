// What the classes that wait share: the end of a wait as PHP programs see it.
#pragma once

#include "php/bridge/runtime.h"

namespace tern::php {

// False: an Error was thrown, since nothing may wait here.
bool must_be_in_coroutine(Runtime& all);

// False when the wait was cancelled: then `return_value` is false with the error set, or an exception was thrown.
bool after_wait(Runtime& all, coro::Wake wake, zval* return_value);

// Coroutine::create() and Coroutine::defer(), under all their names.
void create_coroutine(INTERNAL_FUNCTION_PARAMETERS);
void defer_in_coroutine(INTERNAL_FUNCTION_PARAMETERS);

}  // namespace tern::php
