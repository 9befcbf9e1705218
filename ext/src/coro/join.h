// Waiting for other coroutines to end.
#pragma once

#include <vector>

#include "coro/coroutine.h"

namespace tern::coro {

// Suspends the running coroutine until all of `others` have ended. It continues at the end of that turn of the loop,
// after the functions that were deferred before. The running one must not be among them. Coroutines that join each
// other wait for ever, unless there is a deadline.
Wake join(Scheduler& scheduler, const std::vector<Coroutine*>& others, Deadline until) noexcept;

}  // namespace tern::coro
