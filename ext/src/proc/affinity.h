// The processors that a worker runs on, and how the kernel schedules it there.
#pragma once

#include <span>

#include "base/error.h"

namespace tern::proc {

// Pins worker i to one of the processors that this process may use, so that a container's cpuset is respected. It is
// number i modulo the count of those that are allowed and not in `ignored`. If all are ignored, none is.
Error pin_worker(int worker_id, std::span<const int> ignored) noexcept;

// SCHED_BATCH: when this process wakes up, it does not preempt the running process. Children inherit it.
Error schedule_as_batch() noexcept;

}  // namespace tern::proc
