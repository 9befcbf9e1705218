// A lock that lies in memory shared by processes; zero bytes are a free one. When its owner dies, even by SIGKILL, the
// next one takes it over and is told to repair what the lock protects; should that one die as well, so is the next.
// Free, it costs one atomic operation to take and one to leave; taken, a short spin and then the kernel's wait.
// It knows processes, not threads, so one thread of a process uses it; it is never held across a suspension, a fork or
// Zend calls, and taking it twice aborts. errno is kept.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/check.h"
#include "shm/process_name.h"

namespace tern::shm {

class RobustLock {
public:
    enum class Taken : uint8_t { clean, abandoned };

    RobustLock() = default;
    RobustLock(const RobustLock&) = delete;
    RobustLock& operator=(const RobustLock&) = delete;

    [[nodiscard]] Taken lock() noexcept {
        const uint64_t self = own_process_name();
        uint64_t free = 0;
        if (owner_.compare_exchange_strong(free, self, std::memory_order_acquire, std::memory_order_relaxed)) {
            return Taken::clean;
        }
        return wait_for(self);
    }

    void unlock() noexcept {
        const uint64_t owner = owner_.exchange(0, std::memory_order_release);
        if ((owner & kAwaited) != 0) wake_one();
    }

    // Whether this process has it.
    bool is_mine() const noexcept {
        return (owner_.load(std::memory_order_relaxed) & kProcessNameBits) == own_process_name();
    }

    // Whether its owner is dead: a few system calls when it is taken.
    bool is_abandoned() const noexcept;

private:
    static constexpr uint64_t kAwaited = ~kProcessNameBits;  // whoever leaves it has to wake somebody

    Taken wait_for(uint64_t self) noexcept;
    bool take_free(uint64_t as) noexcept;
    bool take_over(uint64_t as, bool (*dead)(uint64_t)) noexcept;
    bool sleep() noexcept;
    void wake_one() noexcept;
    uint32_t* futex_word() noexcept;

    std::atomic<uint64_t> owner_{0};  // the name of a process
};

static_assert(std::atomic<uint64_t>::is_always_lock_free);

}  // namespace tern::shm
