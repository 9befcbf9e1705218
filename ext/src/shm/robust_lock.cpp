#include "shm/robust_lock.h"

#include <bit>
#include <cerrno>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cpu.h"

namespace tern::shm {

namespace {

constexpr int kSpins = 100;                // a few microseconds: the protected work takes less
constexpr long kLookEveryNs = 10'000'000;  // how often a waiter checks whether the owner is alive

}  // namespace

// The half of the name with the process number, which changes with the owner.
uint32_t* RobustLock::futex_word() noexcept {
    static_assert(sizeof owner_ == 2 * sizeof(uint32_t));
    return reinterpret_cast<uint32_t*>(&owner_) + (std::endian::native == std::endian::little ? 1 : 0);
}

bool RobustLock::take_free(uint64_t as) noexcept {
    uint64_t owner = owner_.load(std::memory_order_relaxed);
    return owner == 0 && owner_.compare_exchange_strong(owner, as, std::memory_order_acquire);
}

bool RobustLock::take_over(uint64_t as, bool (*dead)(uint64_t)) noexcept {
    uint64_t owner = owner_.load(std::memory_order_relaxed);
    if (owner == 0) return false;
    // A forked process has no locks, so this would be a second lock of our own.
    TERN_CHECK((owner & kProcessNameBits) != (as & kProcessNameBits));
    return dead(owner & kProcessNameBits) && owner_.compare_exchange_strong(owner, as, std::memory_order_acquire);
}

// True: the time was over, so the owner may have died.
bool RobustLock::sleep() noexcept {
    uint64_t owner = owner_.load(std::memory_order_relaxed);
    if (owner == 0) return false;
    if (!owner_.compare_exchange_strong(owner, owner | kAwaited, std::memory_order_relaxed)) return false;
    const auto expected = static_cast<uint32_t>((owner | kAwaited) >> 32);
    const timespec limit{0, kLookEveryNs};
    return syscall(SYS_futex, futex_word(), FUTEX_WAIT, expected, &limit, nullptr, 0) != 0 && errno == ETIMEDOUT;
}

bool RobustLock::is_abandoned() const noexcept {
    const uint64_t owner = owner_.load(std::memory_order_relaxed);
    if (owner == 0) return false;
    const int kept = errno;
    const bool dead = is_dead(owner & kProcessNameBits);
    errno = kept;
    return dead;
}

void RobustLock::wake_one() noexcept {
    const int kept = errno;
    syscall(SYS_futex, futex_word(), FUTEX_WAKE, 1, nullptr, nullptr, 0);
    errno = kept;
}

Taken RobustLock::wait_for(uint64_t self) noexcept {
    for (int i = 0; i < kSpins; ++i) {
        if (take_free(self)) return Taken::yes;
        pause_cpu();
    }
    const int kept = errno;
    // Other processes may wait, too: a woken one has to wake the next.
    const uint64_t awaited = self | kAwaited;
    Taken taken = Taken::yes;
    bool overdue = false;
    for (;;) {
        taken = Taken::from_dead;
        if (take_over(awaited, overdue ? is_dead : is_surely_dead)) break;
        taken = Taken::yes;
        if (take_free(awaited)) break;
        overdue = sleep();
    }
    errno = kept;
    return taken;
}

}  // namespace tern::shm
