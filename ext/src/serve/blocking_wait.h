// Waits that block the whole process, for callers outside of coroutines. The loop does not turn meanwhile.
#pragma once

#include <cstdint>

namespace tern::serve {

// Waits until one of `events` (of poll()) is ready, or the descriptor is broken. False: `timeout_ms` is over; 0: no
// limit.
bool wait_blocking(int fd, short events, int64_t timeout_ms) noexcept;

}  // namespace tern::serve
