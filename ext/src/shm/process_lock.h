// A lock in a page of shared memory. The names of its owner and of all sharing processes are stored in it, so those of
// dead processes are found, at the latest 50 ms after another one begins to wait. Unlike RobustLock it can be shared,
// waits with a limit, and may be held for long, across suspensions.
//
// To get exclusive access a process writes its name into one word and then checks for readers. A reader writes its name
// into a table and then checks that word. So at least one sees the other, and a waiting writer keeps new readers out.
#pragma once

#include <atomic>
#include <cstddef>

#include "shm/lock.h"
#include "shm/mapping.h"

namespace tern::shm {

class ProcessLock final : public Lock {
public:
    static constexpr uint32_t kMostReaders = 504;  // processes; one more waits as if the lock were exclusive

    // `spins`: how often take() tries before it sleeps.
    explicit ProcessLock(int spins = 0) noexcept : spins_(spins) {}
    static constexpr size_t kBytes = 4096;
    // Either has memory of its own or uses zeroed memory of others, which processes may map at different addresses.
    Error create() noexcept;
    void attach(void* memory) noexcept;

    Taken try_take(Mode mode, Waiting waiting) noexcept override;
    Taken take(Mode mode, int64_t until_ms) noexcept override;
    void leave_queue() noexcept override;
    void share_again() noexcept override;
    void give_back() noexcept override;
    bool give_back_of_any() noexcept override;
    bool has_alone() const noexcept override;
    uint32_t times_shared() const noexcept override;

private:
    struct Shared;
    using IsDead = bool (*)(uint64_t name) noexcept;

    uint64_t self() noexcept;
    Taken attempt(Mode mode, Waiting waiting, IsDead dead) noexcept;
    Taken take_alone(uint64_t self, IsDead dead) noexcept;
    Taken share(uint64_t self, IsDead dead) noexcept;
    Taken spin(Mode mode) noexcept;
    bool enter(uint64_t self) noexcept;
    bool enter_at(uint32_t place, uint64_t self) noexcept;
    bool has_readers(IsDead dead) noexcept;
    void drop_claim(uint64_t self) noexcept;
    bool gives_way(uint64_t self, IsDead dead) const noexcept;
    void stand_in_line(uint64_t self, IsDead dead) noexcept;
    void wake() noexcept;

    Mapping memory_;
    Shared* shared_ = nullptr;  // in the mapping
    const int spins_;
    // State of this process; a forked child drops its parent's.
    uint64_t process_ = 0;
    int64_t waits_since_ms_ = 0;
    uint32_t times_shared_ = 0;
    uint32_t place_ = 0;  // in the table of readers
};

}  // namespace tern::shm
