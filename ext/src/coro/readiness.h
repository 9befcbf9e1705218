// Waits for a descriptor to become ready.
#pragma once

#include "base/result.h"
#include "coro/coroutine.h"

namespace tern::coro {

// Returns the ready events of `wanted`; all of them if the descriptor is broken, so that its user sees the error. The
// kernel forgets a descriptor that is closed meanwhile: see wake_closed(). EPERM: its kind is always ready (a regular
// file). bad_descriptor, timed_out, coroutine_canceled. Suspends even when it is ready already.
Result<loop::Events> wait_ready(Scheduler& scheduler, int fd, loop::Events wanted, Wait reason,
                                Deadline until) noexcept;

// Call it before a descriptor is closed: waiters continue at the end of this turn, with bad_descriptor.
void wake_closed(Scheduler& scheduler, int fd) noexcept;

}  // namespace tern::coro
