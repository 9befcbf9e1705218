// Which processors a worker runs on, and how it gets its turn there.
#pragma once

#include <span>

#include "base/error.h"

namespace tern::proc {

// Worker i is pinned to one of those that this process may use, so that a container's cpuset is respected: to processor
// i modulo the number of those allowed and not in `ignored`; all ignored counts as none.
Error pin_worker(int worker_id, std::span<const int> ignored) noexcept;

// SCHED_BATCH: this process takes no processor from who runs when it wakes up. Its children, too.
Error schedule_as_batch() noexcept;

}  // namespace tern::proc
