// A number of places that processes share, for as many as may do something at a time. The object is made before the
// processes are forked and maps the same memory in all of them; nothing is locked. A place is taken by one
// compare-and-swap that says who has it, so those of a process that is killed, at whatever instruction, are found and
// freed by others.
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

    // For a process that has `held` of them. Without a free one it asks for those of the dead. While another process
    // that has none wants one, whoever has some gets no more. False: ask again, nothing tells when it is worth while.
    bool try_take(uint32_t held) noexcept;
    // One that this process has.
    void give_back() noexcept;

    uint32_t taken() const noexcept;
    // Somebody has found none of late: places that are not used should be given back.
    bool wanted() const noexcept;
    // The same, and has none at all: places that are used should be, too.
    bool starved() const noexcept;

private:
    struct Header;
    bool take_free(uint64_t self) noexcept;
    void sweep(int64_t now_ms) noexcept;

    Mapping memory_;
    Header* header_ = nullptr;  // in it
    uint32_t count_ = 0;
};

}  // namespace tern::shm
