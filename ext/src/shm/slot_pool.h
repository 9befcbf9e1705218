// Small pieces of shared memory for objects that are made before processes are forked: 64 bytes each, and no page. A
// slot is given again by the process that took it, and only when it has not forked meanwhile: nobody knows how long its
// children use theirs. The memory is never unmapped.
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
        void* memory = nullptr;  // null: there is none
        uint32_t forks = 0;      // of this process, when it was taken
    };

    SlotPool() = default;
    SlotPool(const SlotPool&) = delete;
    SlotPool& operator=(const SlotPool&) = delete;

    // All zero bytes.
    Slot take() noexcept;
    // Also in other processes than the one that took it, where it does nothing.
    void give_back(const Slot& slot) noexcept;

private:
    bool map_chunk() noexcept;

    std::vector<void*> free_;
    uint64_t process_ = 0;  // whose slots `free_` has: its children have a copy
};

// How often this process has forked or was forked, since the first call.
uint32_t count_of_forks() noexcept;

}  // namespace tern::shm
