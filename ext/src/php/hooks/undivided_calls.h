// Calls in the middle of which no coroutine leaves: what they keep for the process while they run code of the program
// has no address that is known, or a library keeps it. A wait within them blocks, as in PHP.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_undivided_calls() noexcept;

}  // namespace tern::php
