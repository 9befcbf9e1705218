// Chooses the worker for a new connection. Workers accept from one queue, and the worker that wakes first takes all
// that is there. So long-lived connections are passed on, and workers (each with a CPU and a pool of database
// connections) get an even share.
#pragma once

#include "proc/shared_state.h"

namespace tern::proc {

// The slot of a serving worker with clearly fewer connections than the one in slot `mine`; -1: keep the connection.
int better_slot(const SharedState& state, uint32_t mine) noexcept;

}  // namespace tern::proc
