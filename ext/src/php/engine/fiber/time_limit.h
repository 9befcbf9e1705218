// The engine's own time limit, max_execution_time and set_time_limit(): outside of coroutines it ends the process.
#pragma once

namespace tern::php {

// Ends the limit that set_time_limit() has set. The code that set it is over: the main script where a server starts, or
// a request that was handled outside of coroutines. So the limit ends no other code.
void end_time_limit() noexcept;

}  // namespace tern::php
