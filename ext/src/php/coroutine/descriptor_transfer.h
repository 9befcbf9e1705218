// Reads and writes non-blocking descriptors that can be polled, for the methods of Coroutine\System.
#pragma once

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/memory.h"

namespace tern::php {

// Reads to the end. `into` has the received bytes, also after a failure: file_too_large above `most` bytes or
// memory_limit, coroutine_canceled, or the system's error. Suspends.
Error read_to_end(Coroutines& coroutines, int fd, GrowingString& into, size_t most = SIZE_MAX);
// Writes everything. Suspends.
Error write_to_end(Coroutines& coroutines, int fd, Bytes content) noexcept;

}  // namespace tern::php
