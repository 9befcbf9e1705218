// A lock between processes. The object is made before the processes are forked; each has its copy. One process has the
// lock exclusively, or several share it, and each of these counts its holds. If a process dies, by any signal, the next
// one that tries gets its lock.
//
// Used by one thread of a process. It does not know which part of the process has it: taking again what the process has
// exclusively fails, as for any other process.
#pragma once

#include <cstdint>

#include "base/error.h"

namespace tern::shm {

// Whether a lock was taken. `from_dead`: from a dead exclusive owner, so the protected data may be inconsistent.
enum class Taken : uint8_t { no, yes, from_dead };

class Lock {
public:
    enum class Mode : uint8_t { shared, exclusive };
    // `waiting`: the caller tries again within 100 ms, or calls leave_queue(); others cannot overtake it for ever. A
    // process that waits for exclusive access keeps out new readers.
    enum class Waiting : uint8_t { no, yes };

    Lock() = default;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    virtual ~Lock() = default;  // does not release the lock

    // Call it before the functions below when the process is another one than before. After an error they must not be
    // called.
    virtual Error prepare() noexcept { return Error::ok; }
    virtual Taken try_take(Mode mode, Waiting waiting) noexcept = 0;
    // Blocks the thread until `until_ms` of monotonic time; negative: until it has the lock or the system fails.
    virtual Taken take(Mode mode, int64_t until_ms) noexcept = 0;
    // The caller does not wait any more. Not needed after it has taken the lock.
    virtual void leave_queue() noexcept {}

    // One more hold for a process that shares the lock, even while others wait.
    virtual void share_again() noexcept = 0;
    // Releases one hold of the process: its only one, or one of its shared ones.
    virtual void give_back() noexcept = 0;
    // Releases the exclusive hold of any process. False: there is none.
    virtual bool give_back_of_any() noexcept = 0;

    virtual bool has_alone() const noexcept = 0;
    virtual uint32_t times_shared() const noexcept = 0;
};

}  // namespace tern::shm
