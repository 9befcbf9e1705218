// Reading and writing descriptors that can be polled and do not block, for the methods of Coroutine\System.
#pragma once

#include "php/bridge/memory.h"
#include "php/runtime/process_runtime.h"

namespace tern::php {

// Up to the end. `into` has what came, also on failure: file_too_large when that is more than `most` bytes or does not
// fit into memory_limit, coroutine_canceled, or what the system says. Suspends.
Error read_to_end(Coroutines& coroutines, int fd, GrowingString& into, size_t most = SIZE_MAX);
// All of it. Suspends.
Error write_to_end(Coroutines& coroutines, int fd, Bytes content) noexcept;

}  // namespace tern::php
