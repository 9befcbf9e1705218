// A number in shared memory that processes change and wait for. A waiter waits until it can change 1 to 0, like a
// semaphore of one. wake() can release more waiters than one.
#pragma once

#include <atomic>
#include <cstdint>

#include "shm/bell.h"

namespace tern::shm {

// 64 bytes of shared memory, all zero at first.
struct alignas(64) AtomicSlot {
    std::atomic<int64_t> wide{0};
    std::atomic<uint32_t> narrow{0};

    // For waiting, on `narrow`.
    std::atomic<uint32_t> waiters{0};  // includes waiters that died
    std::atomic<uint64_t> passes{0};   // count of wake() calls; low bits: waiters that may go
    Bell bell;

    // Call it after `narrow` has become 1.
    void became_one() noexcept {
        if (waiters.load() != 0) bell.ring();
    }
    // Changes 0 to 1 and releases `count` waiters. Does nothing if it is not 0.
    void wake(uint32_t count) noexcept;
};

static_assert(sizeof(AtomicSlot) == 64);
static_assert(std::atomic<uint64_t>::is_always_lock_free);

// One wait from begin to end. It must not outlive its slot.
class AtomicWait {
public:
    explicit AtomicWait(AtomicSlot& slot) noexcept;
    AtomicWait(const AtomicWait&) = delete;
    AtomicWait& operator=(const AtomicWait&) = delete;
    ~AtomicWait();

    // True: the wait is over, as it has changed 1 to 0 or wake() has released it.
    bool try_finish() noexcept;
    // Blocks the thread until `until_ms` of monotonic time; negative: no limit. False: the time is over.
    bool finish(int64_t until_ms) noexcept;

private:
    AtomicSlot& slot_;
    uint32_t begun_at_;  // the number of wake() calls at that time
};

}  // namespace tern::shm
