// Memory for the stacks of coroutines: slots of one size, each with a guard below it that faults. Slots are cut from
// slabs, mappings of 64 slots, and the guards are no mappings of their own where the kernel can do that (Linux 6.13):
// hundreds of thousands of stacks need a few thousand mappings, under vm.max_map_count. Elsewhere each guard splits its
// slab in two, and take() fails when the kernel's limit is reached. A slot costs memory only where it was touched.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"

namespace tern::coro {

class StackPool {
public:
    // `slot_bytes` are usable above the guard; rounded up to whole pages.
    explicit StackPool(size_t slot_bytes) noexcept;
    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;
    ~StackPool();

    size_t slot_bytes() const noexcept { return slot_bytes_; }
    size_t slabs() const noexcept { return slabs_.size(); }

    // The lowest usable address of a slot.
    Result<char*> take() noexcept;
    // Its memory goes back to the system.
    void give_back(char* slot) noexcept;

    static constexpr size_t kSlotsPerSlab = 64;

private:
    Error add_slab() noexcept;
    bool guard(char* page) noexcept;

    size_t page_bytes_;
    size_t slot_bytes_;
    std::vector<char*> slabs_;
    std::vector<char*> free_;
};

}  // namespace tern::coro
