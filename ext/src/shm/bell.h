// A place in shared memory that processes sleep at until somebody rings. Who sleeps and dies costs others one system
// call; who rings and dies before, nothing that a sleeper that looks from time to time would not notice.
#pragma once

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tern::shm {

class Bell {
public:
    // Before looking whether there is a reason to sleep.
    uint32_t listen() noexcept {
        const uint32_t rings_before = rings_.load();
        listened_.store(1);
        return rings_before;
    }
    // Until somebody rings after listen(), or a signal comes. False: the time is over.
    bool sleep(uint32_t rings_before, int64_t at_most_ms) noexcept {
        const int kept = errno;
        const timespec limit{at_most_ms / 1'000, at_most_ms % 1'000 * 1'000'000};
        const bool failed = syscall(SYS_futex, &rings_, FUTEX_WAIT, rings_before, &limit, nullptr, 0) != 0;
        const bool over = failed && errno == ETIMEDOUT;
        errno = kept;
        return !over;
    }
    // After there is a reason to look. Wakes that many; the others have to be rung for by those.
    void ring(int at_most = INT_MAX) noexcept {
        if (listened_.load() == 0) return;
        listened_.store(0);
        rings_.fetch_add(1);
        const int kept = errno;
        syscall(SYS_futex, &rings_, FUTEX_WAKE, at_most, nullptr, nullptr, 0);
        errno = kept;
    }
    // Somebody else may sleep: the next ring() is to wake them.
    void keep_listening() noexcept { listened_.store(1); }

private:
    std::atomic<uint32_t> rings_{0};
    std::atomic<uint32_t> listened_{0};
};

static_assert(std::atomic<uint32_t>::is_always_lock_free);

}  // namespace tern::shm
