#include "serve/blocking_wait.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>

#include "base/clock.h"

namespace tern::serve {

bool wait_blocking(int fd, short events, int64_t timeout_ms) noexcept {
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    for (;;) {
        const int64_t left_ms = timeout_ms == 0 ? -1 : std::max<int64_t>(until_ms - monotonic_ms(), 0);
        pollfd one{fd, events, 0};
        const int ready = ::poll(&one, 1, static_cast<int>(std::min<int64_t>(left_ms, INT_MAX)));
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
        if (ready == 0 && left_ms <= INT_MAX) return false;
    }
}

}  // namespace tern::serve
