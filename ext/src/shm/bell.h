// A place in shared memory where processes sleep until another one rings. If a sleeper dies, that costs others one
// system call. If a ringer dies before it rings, sleepers notice since they check from time to time.
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
    // Call it before checking whether there is a reason to sleep.
    uint32_t listen() noexcept {
        const uint32_t rings_before = rings_.load();
        listened_.store(1);
        return rings_before;
    }
    // Sleeps until a ring after listen(), or a signal. False: the time is over.
    bool sleep(uint32_t rings_before, int64_t at_most_ms) noexcept {
        const int kept = errno;
        const timespec limit{at_most_ms / 1'000, at_most_ms % 1'000 * 1'000'000};
        const bool failed = syscall(SYS_futex, &rings_, FUTEX_WAIT, rings_before, &limit, nullptr, 0) != 0;
        const bool over = failed && errno == ETIMEDOUT;
        errno = kept;
        return !over;
    }
    // Call it after there is a reason to check. Wakes `at_most` waiters; they must ring for the others.
    void ring(int at_most = INT_MAX) noexcept {
        if (listened_.load() == 0) return;
        listened_.store(0);
        rings_.fetch_add(1);
        const int kept = errno;
        syscall(SYS_futex, &rings_, FUTEX_WAKE, at_most, nullptr, nullptr, 0);
        errno = kept;
    }
    // Other processes may be sleeping: makes the next ring() wake them.
    void keep_listening() noexcept { listened_.store(1); }

private:
    std::atomic<uint32_t> rings_{0};
    std::atomic<uint32_t> listened_{0};
};

static_assert(std::atomic<uint32_t>::is_always_lock_free);

}  // namespace tern::shm
