// Waiting for a descriptor to become ready.
#pragma once

#include "base/result.h"
#include "coro/coroutine.h"

namespace tern::coro {

// What of `wanted` it is ready for; all of it when the descriptor is broken, so that whoever uses it finds out. The
// kernel forgets a descriptor that is closed meanwhile: see wake_closed(). EPERM: it is of a kind that is always ready
// (a regular file). bad_descriptor, timed_out, coroutine_canceled. Suspends, also when it is ready already.
Result<loop::Events> wait_ready(Scheduler& scheduler, int fd, loop::Events wanted, Wait reason,
                                Deadline until) noexcept;

// Before a descriptor is closed: who waits for it goes on at the end of this turn, with bad_descriptor.
void wake_closed(Scheduler& scheduler, int fd) noexcept;

}  // namespace tern::coro
