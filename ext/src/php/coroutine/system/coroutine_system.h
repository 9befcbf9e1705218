// Functions that the methods of Swoole\Coroutine\System share.
#pragma once

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/memory.h"

namespace tern::php {

// The runtime, if a coroutine is running that may wait; otherwise null, and an Error was thrown.
Runtime* runtime_to_wait();
// Ends a wait without success: returns false with the error, or throws the exception of a cancellation.
void fail_wait(Coroutines& coroutines, Error error, zval* return_value);

// Reads and writes non-blocking descriptors that can be polled, for the methods of Coroutine\System.

// Reads to the end. `into` has the received bytes, also after a failure: file_too_large above `most` bytes or
// memory_limit, coroutine_canceled, or the system's error. Suspends.
Error read_to_end(Coroutines& coroutines, int fd, GrowingString& into, size_t most = SIZE_MAX);
// Writes everything. Suspends.
Error write_to_end(Coroutines& coroutines, int fd, Bytes content) noexcept;

}  // namespace tern::php
