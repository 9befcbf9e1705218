// Functions of PHP that change what PHP keeps for "the request". Here several requests share one process. So in
// coroutines that handle requests, some of these functions throw an Error, and others first give the coroutine a value
// of its own (bridge/own_state). Everywhere else they do what PHP's own do.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_functions() noexcept;

}  // namespace tern::php
