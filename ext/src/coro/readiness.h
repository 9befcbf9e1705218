// Waiting for a descriptor to become ready.
#pragma once

#include "base/result.h"
#include "coro/coroutine.h"

namespace tern::coro {

// What of `wanted` it is ready for; all of it when the descriptor is broken, so that whoever uses it finds out. The
// descriptor stays open meanwhile. EPERM: it is of a kind that is always ready (a regular file). timed_out,
// coroutine_canceled. Suspends, also when it is ready already.
Result<loop::Events> wait_ready(Scheduler& scheduler, int fd, loop::Events wanted, Wait reason,
                                Deadline until) noexcept;

}  // namespace tern::coro
