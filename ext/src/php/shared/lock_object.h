// The state of Swoole\Lock in one process: the lock that all processes share, its holders here, and the waiting
// coroutines.
#pragma once

#include <memory>

#include "php/coroutine/lock_holder.h"
#include "php/engine/fiber/own_turns.h"
#include "php/engine/object.h"
#include "php/shared/thread_object.h"
#include "shm/lock.h"
#include "shm/process_lock.h"

namespace tern::php {

// The values of the class's constants.
enum class LockKind : uint8_t { rwlock = 1, filelock = 2, mutex = 3, sem = 4, spinlock = 5 };

inline constexpr int kLockSpins = 1'000;  // of spinlocks: some ten microseconds

// Null with `error`: the file cannot be opened, or there is no memory.
std::unique_ptr<shm::Lock> make_lock(LockKind kind, const char* path, Error& error) noexcept;

struct LockState {
    std::unique_ptr<shm::Lock> lock;
    LockKind kind = LockKind::mutex;
    OwnTurns turns{};
    // The process that this state belongs to. In a forked child the holds of the parent are dropped.
    uint64_t process = 0;
    uint32_t holds = 0;           // of coroutines
    LockHolder* alone = nullptr;  // the coroutine that has it exclusively
    bool outside_alone = false;   // code outside of coroutines has it exclusively
    zend_long outside_shared = 0;

    bool has_owner() const noexcept { return kind != LockKind::sem; }
    bool can_be_shared() const noexcept { return kind == LockKind::rwlock || kind == LockKind::filelock; }
    Error prepare() noexcept;
    // A coroutine has the lock.
    void note(LockHolder& holder) noexcept {
        ++holds;
        if (holder.mode == shm::Lock::Mode::exclusive) alone = &holder;
    }
    void forget(const LockHolder& holder) noexcept {
        --holds;
        if (alone == &holder) alone = nullptr;
    }
    // Releases all holds, when the object is destroyed.
    void give_back_all() noexcept;
};

struct LockObject {
    LockState* state;       // owned; null before the constructor
    ThreadPlace container;  // of Swoole\Thread\Lock, whose lock is there
    zend_object std;

    static void release(LockObject& self);
};

// Makes the object refer to a container, whose reference it takes over.
void open_thread_lock(LockObject& self, const shm::ContainerId& id);

// The notes of coroutines that have a Swoole\Lock.
extern const LockHolder::Kind kLockHolder;

}  // namespace tern::php
