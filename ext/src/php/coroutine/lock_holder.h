// What Swoole\Coroutine\Lock and Swoole\Lock have in common: the parameters of lock(), and the note that a coroutine
// has a lock.
#pragma once

#include "php/engine/fiber/fiber.h"
#include "shm/lock.h"

namespace tern::php {

// What a call of lock() wants.
struct LockWish {
    shm::Lock::Mode mode = shm::Lock::Mode::exclusive;
    bool waits = true;
    double timeout = -1;          // seconds; 0 or less: no limit
    Error refusal = Error::busy;  // the error when it must not wait
};

// Reads the parameters of lock(): LOCK_EX or LOCK_SH with or without LOCK_NB, and the timeout. False: an exception was
// thrown.
bool read_lock_wish(zend_execute_data* execute_data, LockWish& wish);

// Notes that a coroutine has a lock: in the coroutine's list, with a reference to the object.
struct LockHolder : CoroutineLocals::Held {
    // What the class of the lock does.
    struct Kind {
        // The coroutine does not have the lock any more; the holder is freed next. Null: nothing.
        void (*on_end)(LockHolder& holder);
        // Releases the lock, which the coroutine had `times` times.
        void (*give_back)(zend_object* lock, zend_long times);
    };

    // `kind` lives as long as the process.
    static LockHolder& add(Fiber& fiber, const Kind& kind, zend_object* lock, shm::Lock::Mode mode);
    // Null: the coroutine does not have it.
    static LockHolder* find(Fiber& fiber, const zend_object* lock) noexcept;
    // Frees the holder. The caller gets the reference and must release the lock.
    static zend_object* end(LockHolder& holder) noexcept;

    const Kind& kind;
    zend_object* lock;
    uint64_t process;  // a forked child has a copy of this, but not the lock
    zend_long times = 1;
    shm::Lock::Mode mode;

private:
    LockHolder(const Kind& of_kind, zend_object* of_lock, shm::Lock::Mode as) noexcept;
    static void give_back_at_end(Held& held);
};

}  // namespace tern::php
