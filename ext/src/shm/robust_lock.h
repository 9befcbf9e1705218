// A lock in shared memory; zero bytes are a free lock. When its owner dies, even by SIGKILL, the next one takes it over
// and must repair the protected data; if that one dies as well, so must the one after it. A free lock costs one atomic
// operation to take and one to release; for a taken one it spins shortly, and then waits in the kernel. It identifies
// processes, not threads, so one thread of a process uses it. It is never held across a suspension, a fork or Zend
// calls. Taking it twice aborts. errno is preserved.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/check.h"
#include "shm/lock.h"
#include "shm/process_name.h"

namespace tern::shm {

class RobustLock {
public:
    RobustLock() = default;
    RobustLock(const RobustLock&) = delete;
    RobustLock& operator=(const RobustLock&) = delete;

    // Never Taken::no.
    [[nodiscard]] Taken lock() noexcept {
        const uint64_t self = this_process_name();
        uint64_t free = 0;
        if (owner_.compare_exchange_strong(free, self, std::memory_order_acquire, std::memory_order_relaxed)) {
            return Taken::yes;
        }
        return wait_for(self);
    }

    void unlock() noexcept {
        const uint64_t owner = owner_.exchange(0, std::memory_order_release);
        if ((owner & kAwaited) != 0) wake_one();
    }

    // True: this process has it.
    bool is_mine() const noexcept {
        return (owner_.load(std::memory_order_relaxed) & kProcessNameBits) == this_process_name();
    }

    // True: its owner is dead. Costs a few system calls if the lock is taken.
    bool is_abandoned() const noexcept;

private:
    static constexpr uint64_t kAwaited = ~kProcessNameBits;  // the owner has to wake a waiter

    Taken wait_for(uint64_t self) noexcept;
    bool take_free(uint64_t as) noexcept;
    bool take_over(uint64_t as, bool (*dead)(uint64_t)) noexcept;
    bool sleep() noexcept;
    void wake_one() noexcept;
    uint32_t* futex_word() noexcept;

    std::atomic<uint64_t> owner_{0};  // the name of its process
};

static_assert(std::atomic<uint64_t>::is_always_lock_free);

}  // namespace tern::shm
