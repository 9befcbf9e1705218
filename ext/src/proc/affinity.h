// Pins a worker to one of the processors that this process may use, so that a container's cpuset is respected.
#pragma once

#include <span>

#include "base/error.h"

namespace tern::proc {

// Worker i goes to processor i modulo the number of those allowed and not in `ignored`; all ignored counts as none.
Error pin_worker(int worker_id, std::span<const int> ignored) noexcept;

}  // namespace tern::proc
