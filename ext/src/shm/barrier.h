// A place where a number of waiters meet, in shared memory that is zeroed at first. The last one of them releases all,
// and it begins again. Waiters are noted by the names of their processes: those of processes that were killed, at any
// instruction, do not count.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "shm/bell.h"
#include "shm/robust_lock.h"

namespace tern::shm {

class Barrier {
public:
    static constexpr uint32_t kMost = 1u << 16;  // waiters

    static size_t bytes_for(uint32_t waiters) noexcept { return sizeof(Barrier) + waiters * sizeof(Place); }

    // For one wait: try_finish() or finish() until true, or leave().
    struct Ticket {
        uint64_t round = 0;
        uint32_t place = 0;
    };
    // `waiters` is the same in all processes.
    Ticket arrive(uint32_t waiters) noexcept;
    bool try_finish(const Ticket& ticket) const noexcept { return round_.load() != ticket.round; }
    // Blocks the process.
    void finish(const Ticket& ticket) noexcept;
    // The wait ends without the others.
    void leave(const Ticket& ticket) noexcept;

private:
    // Taken while `round` is that of the barrier, counted from 1.
    struct Place {
        std::atomic<uint64_t> process;
        std::atomic<uint64_t> round;
    };

    bool is_taken(const Place& place) const noexcept;
    uint32_t count(uint32_t waiters) noexcept;
    bool has_dead(uint32_t waiters) noexcept;
    Place* places() noexcept { return reinterpret_cast<Place*>(this + 1); }

    RobustLock lock_;
    std::atomic<uint64_t> round_;
    Bell bell_;
};

}  // namespace tern::shm
