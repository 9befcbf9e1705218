// Functions that the methods of Swoole\Coroutine\System share.
#pragma once

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/waiting.h"

namespace tern::php {

// The runtime, if a coroutine is running that may wait; otherwise null, and an Error was thrown.
Runtime* runtime_to_wait();
// Ends a wait without success: returns false with the error, or throws the exception of a cancellation.
void fail_wait(Coroutines& coroutines, Error error, zval* return_value);

}  // namespace tern::php
