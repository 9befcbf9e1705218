// Memory for the stacks of coroutines. A slot has a guard below it: one megabyte of addresses that fault, as no frame
// of a C function is large enough to skip it. Slots are parts of slabs, mappings of 64 slots. Only touched pages of a
// slot use memory. The layout keeps that small: slots are whole units of page tables apart (2 MB), and the top of one
// shares its unit with the guard of the next. So a slot with only its top touched uses one page and one page of page
// table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/list.h"
#include "base/result.h"

namespace tern::coro {

// The implementation of guards.
enum class Guards : uint8_t {
    markers,   // entries in the page tables (MADV_GUARD_INSTALL, Linux 6.13): a slot needs no mapping of its own
    mappings,  // two mappings for each used slot; only the part above the guard counts as committed memory
};

inline constexpr const char* kOvercommitFile = "/proc/sys/vm/overcommit_memory";

// True: the system limits addresses, used or not, rather than memory: RLIMIT_AS, or vm.overcommit_memory 2.
bool limits_address_space(const char* overcommit_file = kOvercommitFile) noexcept;
// Markers, unless the kernel does not support them or counts a slab as committed memory.
Guards usual_guards() noexcept;

// The place of one stack.
struct StackSlot {
    char* bottom = nullptr;
    size_t bytes = 0;
    char* top() const noexcept { return bottom + bytes; }
};

class StackPool {
public:
    static constexpr size_t kSlotsPerSlab = 64;
    static constexpr size_t kGuardBytes = size_t{1} << 20;
    // This part of a guard can be lent to a stack that needs more.
    static constexpr size_t kLentBytes = kGuardBytes / 2;

    // Slots have at least `slot_bytes`, rounded up to whole pages.
    explicit StackPool(size_t slot_bytes, Guards guards = usual_guards()) noexcept;
    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;
    ~StackPool();

    size_t slot_bytes() const noexcept { return slot_bytes_; }
    size_t slabs() const noexcept { return slabs_.size(); }

    Result<StackSlot> take() noexcept;
    // Returns the slot's memory to the system, and also unused slabs except for one.
    void give_back(const StackSlot& slot) noexcept;
    // Returns the memory of a used slot, except for the upper `kept` bytes.
    void trim(const StackSlot& slot, size_t kept) noexcept;
    // Makes the uppermost page of the guard usable, after `lent` bytes that are already. Works in a signal handler.
    // Returns the number of bytes; 0: kLentBytes are lent, or the kernel refused.
    size_t lend(const StackSlot& slot, size_t lent) const noexcept;
    // Restores the whole guard.
    void end_loan(const StackSlot& slot, size_t lent) noexcept;

private:
    static constexpr uint64_t kAll = ~uint64_t{0};
    struct Slab : ListHook {
        char* memory = nullptr;
        uint64_t free = kAll;  // these two: a bit for each slot
        uint64_t guarded = 0;
    };
    using Slabs = std::map<char*, Slab>;

    size_t slab_bytes() const noexcept { return stride_ * kSlotsPerSlab; }
    StackSlot slot_at(char* guard) const noexcept;
    Error add_slab() noexcept;
    Result<char*> map_slab() const noexcept;
    Error install_guard(const StackSlot& slot) const noexcept;
    void release(Slabs::iterator slab) noexcept;

    Guards guards_;
    size_t page_bytes_;
    size_t slot_bytes_;
    size_t stride_;
    size_t empty_slabs_ = 0;
    Slabs slabs_;
    List<Slab> with_room_;
};

}  // namespace tern::coro
