// What the methods of Swoole\Coroutine\System share.
#pragma once

#include "php/bridge/waiting.h"
#include "php/runtime/process_runtime.h"

namespace tern::php {

// The runtime, when a coroutine runs that may wait; else null, and an Error was thrown.
Runtime* runtime_to_wait();
// The end of a wait without success: false with the error, or the exception of a cancellation.
void fail_wait(Coroutines& coroutines, Error error, zval* return_value);

}  // namespace tern::php
