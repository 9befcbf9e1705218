// Small pieces of shared memory for objects that are made before processes are forked: 64 bytes each instead of a page.
// Only the process that took a slot may reuse it, and only if it has not forked meanwhile, as its children may still
// use theirs. The memory is never unmapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tern::shm {

class SlotPool {
public:
    static constexpr size_t kSlotBytes = 64;
    static constexpr size_t kChunkBytes = 64 << 10;

    struct Slot {
        void* memory = nullptr;  // null: there is no memory
        uint32_t forks = 0;      // the fork count of this process at that time
    };

    SlotPool() = default;
    SlotPool(const SlotPool&) = delete;
    SlotPool& operator=(const SlotPool&) = delete;

    // All bytes are zero.
    Slot take() noexcept;
    // May be called in other processes than the one that took it, where it does nothing.
    void give_back(const Slot& slot) noexcept;

private:
    bool map_chunk() noexcept;

    std::vector<void*> free_;
    uint64_t process_ = 0;  // the process that `free_` belongs to: its children have a copy
};

// The number of forks of this process, as parent or child, since the first call.
uint32_t count_of_forks() noexcept;

}  // namespace tern::shm
