// The children of a php-fpm pool and its counts, in memory that all its processes share: made before they are forked. A
// worker has every Nth child, so it takes one without a lock. A worker may be killed at any time: the one that follows
// corrects what it left.
#pragma once

#include <vector>

#include "base/error.h"
#include "shm/mapping.h"
#include "shm/pool_child.h"

namespace tern::shm {

struct BoardCounts {
    int64_t accepted = 0;
    int64_t active = 0;
    int64_t most_active = 0;
    int64_t memory_peak = 0;
};

class Scoreboard {
public:
    static constexpr uint32_t kMost = 1u << 16;

    Scoreboard() = default;
    Scoreboard(const Scoreboard&) = delete;
    Scoreboard& operator=(const Scoreboard&) = delete;

    // Call it once.
    Error create(uint32_t most) noexcept;

    // Call it in each worker, when it starts. Its children that are there become idle ones of this process.
    void attach(uint32_t worker, uint32_t workers, int32_t pid);

    // A child that waits for its first request. Without effect if there is such a child.
    void add(uint32_t number, int32_t pid) noexcept;
    // A request has come, and a child has it. Null: more requests run than there may be children. end() must follow.
    PoolChild* begin(const ChildRequest& request) noexcept;
    void end(PoolChild* child, const ChildFigures& figures) noexcept;

    uint32_t most() const noexcept { return most_; }
    // `number` is below most().
    PoolChild& child(uint32_t number) const noexcept { return children_[number]; }
    uint32_t number_of(const PoolChild& child) const noexcept { return static_cast<uint32_t>(&child - children_); }
    BoardCounts counts() const noexcept;

private:
    struct Header;

    PoolChild* take_other(const ChildRequest& request) noexcept;
    void remove_idle() noexcept;

    Mapping memory_;
    Header* header_ = nullptr;       // in the mapping
    PoolChild* children_ = nullptr;  // the same
    uint32_t most_ = 0;
    int32_t pid_ = 0;
    std::vector<uint32_t> free_;  // of this worker's children; the one to take next at the end
};

}  // namespace tern::shm
