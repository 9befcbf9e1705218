// Where a new connection should live. Workers accept from one queue, and whoever wakes first takes all that is there;
// connections that stay for long are therefore dealt out, so that workers (and what each of them has: a CPU, a pool of
// database connections) get an even share.
#pragma once

#include "proc/shared_state.h"

namespace tern::proc {

// The slot of a serving worker that has clearly fewer connections than the one on `mine`; -1 to stay.
int better_slot(const SharedState& state, uint32_t mine) noexcept;

}  // namespace tern::proc
