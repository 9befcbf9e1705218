// A lock between processes. The object is made before the processes are forked; each has its copy of it. One process at
// a time has the lock alone, or many share it, and a process that shares it counts how often. Whoever dies, by whatever
// signal, loses it to the next one that asks.
//
// Used by one thread of a process. Who of the process has it is not known here: asking again for what the process has
// alone is refused like any other process's.
#pragma once

#include <cstdint>

#include "base/error.h"

namespace tern::shm {

// What try_take() came to. `from_dead`: taken, and a process that had it alone died: what it protects may be half done.
enum class Taken : uint8_t { no, yes, from_dead };

class Lock {
public:
    enum class Mode : uint8_t { shared, exclusive };
    // `waiting`: the caller will ask again within 100 ms, or call leave_queue(); others do not get ahead of it for
    // ever. Who wants it alone keeps out new readers meanwhile.
    enum class Waiting : uint8_t { no, yes };

    Lock() = default;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    virtual ~Lock() = default;  // does not give it back

    // Before the functions below are called in another process than before. On failure they may not be.
    virtual Error prepare() noexcept { return Error::ok; }
    virtual Taken try_take(Mode mode, Waiting waiting) noexcept = 0;
    // Blocks the thread, until `until_ms` of monotonic time. Less than 0: until it has it, or the system refuses.
    virtual Taken take(Mode mode, int64_t until_ms) noexcept = 0;
    // Who was waiting does so no more. Not needed when it was taken.
    virtual void leave_queue() noexcept {}

    // Once more, for who shares it already: also while others wait for it.
    virtual void share_again() noexcept = 0;
    // Gives back what the process has, once: its only hold, or one of those that it shares.
    virtual void give_back() noexcept = 0;
    // Gives back what any process has alone. False: nobody.
    virtual bool give_back_of_any() noexcept = 0;

    virtual bool has_alone() const noexcept = 0;
    virtual uint32_t times_shared() const noexcept = 0;
};

}  // namespace tern::shm
