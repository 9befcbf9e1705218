// Waits that hold the whole process, for callers that run where no coroutine can be suspended: the loop does not turn
// meanwhile.
#pragma once

#include <cstdint>

namespace tern::serve {

// Until one of `events` (of poll()) is there, or the descriptor is broken. False: not within `timeout_ms`; 0: there is
// no limit.
bool wait_blocking(int fd, short events, int64_t timeout_ms) noexcept;

}  // namespace tern::serve
