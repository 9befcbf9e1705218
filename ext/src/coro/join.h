// Waiting for other coroutines to end.
#pragma once

#include <vector>

#include "coro/coroutine.h"

namespace tern::coro {

// Suspends the running coroutine until all of `others` have ended. None of them is the running one; coroutines that
// wait for each other's end wait for ever, unless there is a deadline.
Wake join(Scheduler& scheduler, const std::vector<Coroutine*>& others, Deadline until) noexcept;

}  // namespace tern::coro
