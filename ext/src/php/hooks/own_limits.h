// memory_limit and max_execution_time of a context that is like a process, and opcache.enable.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_limits() noexcept;

}  // namespace tern::php
