#include "php/shared/lock_object.h"

#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/uncaught.h"
#include "shm/file_lock.h"
#include "shm/process_lock.h"
#include "shm/process_name.h"

namespace tern::php {

namespace {

constexpr int kSpins = 1'000;  // some ten microseconds

}  // namespace

std::unique_ptr<shm::Lock> make_lock(LockKind kind, const char* path, Error& error) noexcept {
    if (kind == LockKind::filelock) {
        auto lock = std::make_unique<shm::FileLock>();
        error = lock->open(path);
        if (error != Error::ok) return nullptr;
        return lock;
    }
    auto lock = std::make_unique<shm::ProcessLock>(kind == LockKind::spinlock ? kSpins : 0);
    error = lock->create();
    if (error != Error::ok) return nullptr;
    return lock;
}

Error LockState::prepare() noexcept {
    const uint64_t self = shm::own_process_name();
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
    if (lock == nullptr || process != shm::own_process_name()) return;
    if (has_owner() && lock->has_alone()) lock->give_back();
    while (lock->times_shared() > 0) lock->give_back();
}

void LockObject::release(LockObject& self) {
    if (self.state == nullptr) return;
    self.state->give_back_all();
    self.state->turns.drop();
    delete self.state;
}

LockHold::LockHold(zend_object* of_lock, shm::Lock::Mode as) noexcept
    : Held(give_back_at_end), lock(of_lock), mode(as), process(shm::own_process_name()) {
    GC_ADDREF(lock);
    LockState& state = *of<LockObject>(lock)->state;
    ++state.holds;
    if (mode == shm::Lock::Mode::exclusive) state.alone = this;
}

LockHold* LockHold::find(Fiber& fiber, const zend_object* lock) noexcept {
    for (Held* one = fiber.locals.held.front(); one != nullptr; one = fiber.locals.held.next(*one)) {
        if (one->at_end != give_back_at_end) continue;
        auto* hold = static_cast<LockHold*>(one);
        if (hold->lock == lock && hold->process == shm::own_process_name()) return hold;
    }
    return nullptr;
}

zend_object* LockHold::end(LockHold* hold) noexcept {
    zend_object* lock = hold->lock;
    if (hold->process == shm::own_process_name()) {
        LockState& state = *of<LockObject>(lock)->state;
        --state.holds;
        if (state.alone == hold) state.alone = nullptr;
    }
    delete hold;
    return lock;
}

// As in Coroutine\Lock: the handler of the warning may be PHP code. When it runs, the coroutine does not have the lock
// any more, and no other has it yet.
void LockHold::give_back_at_end(Held& held) {
    auto* hold = static_cast<LockHold*>(&held);
    const uint64_t process = hold->process;
    const uint32_t times = hold->times;
    zend_object* lock = end(hold);
    if (process == shm::own_process_name()) {
        Coroutines& coroutines = *php::coroutines();
        if (!coroutines.script.ending) {
            zend_error(E_WARNING, "%s: coroutine " ZEND_LONG_FMT " ended without unlock()", ZSTR_VAL(lock->ce->name),
                       static_cast<zend_long>(coroutines.current()->id()));
        }
        if (EG(exception) != nullptr) report_uncaught();
    }
    // The handler may have forked, or destroyed the lock, which released it.
    if (process == shm::own_process_name()) {
        LockState& state = *of<LockObject>(lock)->state;
        for (uint32_t i = 0; i < times && state.lock != nullptr; ++i) state.lock->give_back();
        state.turns.ask_now();
    }
    bail_if_ended();
    OBJ_RELEASE(lock);
}

}  // namespace tern::php
