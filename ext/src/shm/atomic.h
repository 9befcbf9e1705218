// A number in shared memory that processes change and wait for. Waiting is for whoever finds 1 and makes it 0, as of a
// semaphore of one; wake() may let more of those go who have been waiting.
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
    std::atomic<uint32_t> waiters{0};  // those who died while they waited are counted, too
    std::atomic<uint64_t> passes{0};   // how often wake() was called, and below, how many may go for that
    Bell bell;

    // After `narrow` has become 1.
    void became_one() noexcept {
        if (waiters.load() != 0) bell.ring();
    }
    // Makes 0 into 1 and wakes `count` of those who wait. Nothing when it was not 0.
    void wake(uint32_t count) noexcept;
};

static_assert(sizeof(AtomicSlot) == 64);
static_assert(std::atomic<uint64_t>::is_always_lock_free);

// One wait, from its begin to its end. It must not outlive its slot.
class AtomicWait {
public:
    explicit AtomicWait(AtomicSlot& slot) noexcept;
    AtomicWait(const AtomicWait&) = delete;
    AtomicWait& operator=(const AtomicWait&) = delete;
    ~AtomicWait();

    // Whether it is over: the number was 1 and is 0 now, or wake() was for this one.
    bool try_finish() noexcept;
    // Blocks the thread until `until_ms` of monotonic time; less than 0: for ever. False: the time was over.
    bool finish(int64_t until_ms) noexcept;

private:
    AtomicSlot& slot_;
    uint32_t begun_at_;  // calls of wake() then
};

}  // namespace tern::shm
