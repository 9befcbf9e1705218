#include "php/shared/lock_object.h"

#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/uncaught.h"
#include "shm/file_lock.h"
#include "shm/process_lock.h"
#include "shm/process_name.h"

namespace tern::php {

namespace {

void forget_holder(LockHolder& holder) { of<LockObject>(holder.lock)->state->forget(holder); }

// The program may have destroyed the lock, which released it.
void give_back(zend_object* lock, zend_long times) {
    LockState& state = *of<LockObject>(lock)->state;
    for (zend_long i = 0; i < times && state.lock != nullptr; ++i) state.lock->give_back();
    state.turns.ask_now();
}

}  // namespace

std::unique_ptr<shm::Lock> make_lock(LockKind kind, const char* path, Error& error) noexcept {
    if (kind == LockKind::filelock) {
        auto lock = std::make_unique<shm::FileLock>();
        error = lock->open(path);
        if (error != Error::ok) return nullptr;
        return lock;
    }
    auto lock = std::make_unique<shm::ProcessLock>(kind == LockKind::spinlock ? kLockSpins : 0);
    error = lock->create();
    if (error != Error::ok) return nullptr;
    return lock;
}

Error LockState::prepare() noexcept {
    const uint64_t self = shm::this_process_name();
    if (process != self) {
        process = self;
        holds = 0;
        alone = nullptr;
        outside_alone = false;
        outside_shared = 0;
    }
    return lock->prepare();
}

void LockState::give_back_all() noexcept {
    if (lock == nullptr || process != shm::this_process_name()) return;
    // Another object of the same lock may have it.
    if (has_owner() && (outside_alone || alone != nullptr) && lock->has_alone()) lock->give_back();
    while (lock->times_shared() > 0) lock->give_back();
}

void LockObject::release(LockObject& self) {
    if (self.state != nullptr) {
        self.state->give_back_all();
        self.state->turns.drop();
        delete self.state;
    }
    self.container.release();
}

const LockHolder::Kind kLockHolder{forget_holder, give_back};

}  // namespace tern::php
