// The state of Swoole\Lock in one process: the lock that all processes share, its holders here, and the waiting
// coroutines.
#pragma once

#include <memory>

#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/own_turns.h"
#include "php/engine/object.h"
#include "shm/lock.h"

namespace tern::php {

// The values of the class's constants.
enum class LockKind : uint8_t { rwlock = 1, filelock = 2, mutex = 3, sem = 4, spinlock = 5 };

// Null with `error`: the file cannot be opened, or there is no memory.
std::unique_ptr<shm::Lock> make_lock(LockKind kind, const char* path, Error& error) noexcept;

struct LockHold;

struct LockState {
    std::unique_ptr<shm::Lock> lock;
    LockKind kind = LockKind::mutex;
    OwnTurns turns{};
    // The process that this state belongs to. In a forked child the holds of the parent are dropped.
    uint64_t process = 0;
    uint32_t holds = 0;          // of coroutines
    LockHold* alone = nullptr;   // the coroutine that has it exclusively
    bool outside_alone = false;  // code outside of coroutines has it exclusively
    uint32_t outside_shared = 0;

    bool has_owner() const noexcept { return kind != LockKind::sem; }
    bool can_be_shared() const noexcept { return kind == LockKind::rwlock || kind == LockKind::filelock; }
    Error prepare() noexcept;
    // Releases all holds, when the object is destroyed.
    void give_back_all() noexcept;
};

struct LockObject {
    LockState* state;  // owned; null before the constructor
    zend_object std;

    static void release(LockObject& self);
};

// Notes that a coroutine has a lock: in the coroutine's list, with a reference to the object.
struct LockHold : CoroutineLocals::Held {
    LockHold(zend_object* of_lock, shm::Lock::Mode as) noexcept;
    static void give_back_at_end(Held& held);
    // Null: the coroutine does not have it.
    static LockHold* find(Fiber& fiber, const zend_object* lock) noexcept;
    // Frees the hold. The caller gets the reference and must release the lock.
    static zend_object* end(LockHold* hold) noexcept;

    zend_object* lock;
    shm::Lock::Mode mode;
    uint32_t times = 1;
    uint64_t process;  // a forked child has a copy of this, but not the lock
};

}  // namespace tern::php
