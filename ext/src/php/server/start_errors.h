// Fatal errors while a worker starts: one that was the last one, too, is not logged again, because the master tries
// again and again.
#pragma once

#include "proc/shared_state.h"

namespace tern::php {

// For a worker process, which shares `failure` with the others.
void watch_start_errors(proc::StartFailure& failure) noexcept;
// The worker has started. The next error is logged whatever it is.
void end_start_errors() noexcept;

}  // namespace tern::php
