// A number of places that processes share, which limits how many may do something at the same time. The object is made
// before the processes are forked and maps the same memory in all of them; it uses no lock. A compare-and-swap takes a
// place and stores its owner, so the places of a process that was killed, at any instruction, are found and freed by
// others.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "shm/mapping.h"

namespace tern::shm {

class Places {
public:
    static constexpr uint32_t kMost = 1u << 16;

    Places() = default;
    Places(const Places&) = delete;
    Places& operator=(const Places&) = delete;

    Error create(uint32_t count) noexcept;

    // For a process that has `held` places. If none is free, it looks for those of dead processes. While a process
    // without a place wants one, those that have some get no more. False: try again later; no event says when.
    bool try_take(uint32_t held) noexcept;
    // Returns a place of this process.
    void give_back() noexcept;

    uint32_t taken() const noexcept;
    // True: a process found no free place recently, so unused places should be returned.
    bool wanted() const noexcept;
    // The same, and the last one to find none was another process.
    bool wanted_elsewhere() const noexcept;
    // True: such a process has no place at all, so used places should be returned, too.
    bool starved() const noexcept;

private:
    struct Header;
    bool take_free(uint64_t self) noexcept;
    void sweep(int64_t now_ms) noexcept;

    Mapping memory_;
    Header* header_ = nullptr;  // in the mapping
    uint32_t count_ = 0;
};

}  // namespace tern::shm
