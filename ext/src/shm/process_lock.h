// A lock in a page of shared memory. Its owner is in it by name, and so is every process that shares it, so those of
// the dead are found: at the latest 50 ms after somebody began to wait. Unlike RobustLock it may be shared, is waited
// for with a limit, and is held for long, across suspensions.
//
// To have it alone a process puts its name into one word and then looks for readers; a reader puts its name into a
// table and then looks at that word. So one of two sees the other, and a writer that waits keeps new readers out.
#pragma once

#include <atomic>
#include <cstddef>

#include "shm/lock.h"
#include "shm/mapping.h"

namespace tern::shm {

class ProcessLock final : public Lock {
public:
    static constexpr uint32_t kMostReaders = 504;  // processes; one more waits as if somebody had it alone

    // `spins`: how often take() looks before it sleeps.
    explicit ProcessLock(int spins = 0) noexcept : spins_(spins) {}
    Error create() noexcept;

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
    Shared* shared_ = nullptr;  // in it
    const int spins_;
    // Of this process; those of its parent are forgotten.
    uint64_t process_ = 0;
    int64_t waits_since_ms_ = 0;
    uint32_t times_shared_ = 0;
    uint32_t place_ = 0;  // in the table of readers
};

}  // namespace tern::shm
