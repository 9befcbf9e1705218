// Functions of PHP that change what PHP keeps for "the request". Several requests share one process here, so in
// coroutines that handle them these functions do something first: some are refused, others give the coroutine a value
// of its own (bridge/own_state). Everywhere else they do what they always do.
#pragma once

namespace tern::php {

// When all extensions have started; once a process.
void take_over_functions() noexcept;

// The limit of set_time_limit() is over with what set it: the main script where a server starts, a request that was
// handled outside of coroutines. No other code is ended by it.
void end_time_limit() noexcept;

}  // namespace tern::php
