// Memory for the stacks of coroutines: slots, each with a guard below it, a megabyte of addresses that fault: no frame
// of a C function is large enough to step over it. Slots are cut from slabs, mappings of 64 slots. A slot costs memory
// only where it was touched. What that is, the layout keeps small: slots lie whole units of page tables apart (2 MB),
// and the top of one shares its unit with the guard of the next, so a slot of which only the top was touched costs a
// page and a page of page table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/list.h"
#include "base/result.h"

namespace tern::coro {

// What a guard is made of.
enum class Guards : uint8_t {
    markers,   // entries in the page tables (MADV_GUARD_INSTALL, Linux 6.13): a slot needs no mapping of its own
    mappings,  // two mappings for each slot in use; only what is above the guard counts as committed memory
};

inline constexpr const char* kOvercommitFile = "/proc/sys/vm/overcommit_memory";

// Whether the system limits addresses, used or not, rather than memory: RLIMIT_AS, or vm.overcommit_memory 2.
bool limits_address_space(const char* overcommit_file = kOvercommitFile) noexcept;
// Markers, unless the kernel has none or counts a slab as committed memory.
Guards usual_guards() noexcept;

// Where one stack may be.
struct StackSlot {
    char* bottom = nullptr;
    size_t bytes = 0;
    char* top() const noexcept { return bottom + bytes; }
};

class StackPool {
public:
    static constexpr size_t kSlotsPerSlab = 64;
    static constexpr size_t kGuardBytes = size_t{1} << 20;
    // So much of a guard can be lent to a stack that needs more.
    static constexpr size_t kLentBytes = kGuardBytes / 2;

    // Slots have `slot_bytes` at least, in whole pages.
    explicit StackPool(size_t slot_bytes, Guards guards = usual_guards()) noexcept;
    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;
    ~StackPool();

    size_t slot_bytes() const noexcept { return slot_bytes_; }
    size_t slabs() const noexcept { return slabs_.size(); }

    Result<StackSlot> take() noexcept;
    // Its memory goes back to the system; so do slabs that nothing is taken from, all but one.
    void give_back(const StackSlot& slot) noexcept;
    // The memory of a slot in use goes back, all but the upper `kept` bytes.
    void trim(const StackSlot& slot, size_t kept) noexcept;
    // Makes the uppermost page of the guard usable, when `lent` bytes already are. May be called in a signal handler.
    // How many bytes that is; 0: kLentBytes are lent, or the kernel refused.
    size_t lend(const StackSlot& slot, size_t lent) const noexcept;
    // Makes the guard whole again.
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
