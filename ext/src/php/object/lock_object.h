// What Swoole\Lock keeps in one process: the lock of all processes, who of this one has it, and who waits for it.
#pragma once

#include <memory>

#include "php/bridge/fiber.h"
#include "php/bridge/object.h"
#include "php/bridge/own_turns.h"
#include "shm/lock.h"

namespace tern::php {

// The values of the class's constants.
enum class LockKind : uint8_t { rwlock = 1, filelock = 2, mutex = 3, sem = 4, spinlock = 5 };

// Null, and `error` says why: the file cannot be opened, or there is no memory.
std::unique_ptr<shm::Lock> make_lock(LockKind kind, const char* path, Error& error) noexcept;

struct LockHold;

struct LockState {
    std::unique_ptr<shm::Lock> lock;
    LockKind kind = LockKind::mutex;
    OwnTurns turns{};
    // Of this process; what its parent had is forgotten.
    uint64_t process = 0;
    uint32_t holds = 0;          // of coroutines
    LockHold* alone = nullptr;   // the coroutine that has it alone
    bool outside_alone = false;  // code outside of coroutines has it
    uint32_t outside_shared = 0;

    bool has_owner() const noexcept { return kind != LockKind::sem; }
    bool can_be_shared() const noexcept { return kind == LockKind::rwlock || kind == LockKind::filelock; }
    Error prepare() noexcept;
    // Ends what is left with the object.
    void give_back_all() noexcept;
};

struct LockObject {
    LockState* state;  // owned; null before the constructor
    zend_object std;

    static void release(LockObject& self);
};

// That a coroutine has a lock: in the coroutine's list, with a reference on the object.
struct LockHold : CoroutineLocals::Held {
    LockHold(zend_object* of_lock, shm::Lock::Mode as) noexcept;
    static void give_back_at_end(Held& held);
    // Null when the coroutine does not have it.
    static LockHold* find(Fiber& fiber, const zend_object* lock) noexcept;
    // Frees it; whoever calls it has the reference then, and gives the lock back.
    static zend_object* end(LockHold* hold) noexcept;

    zend_object* lock;
    shm::Lock::Mode mode;
    uint32_t times = 1;
    uint64_t process;  // a forked child has a copy, but not the lock
};

}  // namespace tern::php
