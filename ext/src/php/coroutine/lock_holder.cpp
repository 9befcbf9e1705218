#include "php/coroutine/lock_holder.h"

#include <cinttypes>

#include "base/log.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/globals.h"
#include "shm/process_name.h"

namespace tern::php {

namespace {

// LOCK_SH, LOCK_EX and LOCK_NB of PHP.
constexpr zend_long kShare = 1;
constexpr zend_long kExclude = 2;
constexpr zend_long kNoWait = 4;

}  // namespace

bool read_lock_wish(zend_execute_data* execute_data, LockWish& wish) {
    zend_long operation = kExclude;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(operation)
    Z_PARAM_DOUBLE(wish.timeout)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    const zend_long wanted = operation == kNoWait ? kExclude : operation & ~kNoWait;
    if (wanted != kExclude && wanted != kShare) {
        zend_argument_value_error(1, "must be LOCK_EX or LOCK_SH, with or without LOCK_NB");
        return false;
    }
    wish.mode = wanted == kShare ? shm::Lock::Mode::shared : shm::Lock::Mode::exclusive;
    wish.waits = (operation & kNoWait) == 0;
    return true;
}

LockHolder::LockHolder(const Kind& of_kind, zend_object* of_lock, shm::Lock::Mode as) noexcept
    : Held(give_back_at_end), kind(of_kind), lock(of_lock), process(shm::this_process_name()), mode(as) {
    GC_ADDREF(lock);
}

LockHolder& LockHolder::add(Fiber& fiber, const Kind& kind, zend_object* lock, shm::Lock::Mode mode) {
    auto* holder = new LockHolder(kind, lock, mode);
    fiber.locals.held.push_back(*holder);
    return *holder;
}

// A search is enough, since coroutines have few locks at a time.
LockHolder* LockHolder::find(Fiber& fiber, const zend_object* lock) noexcept {
    for (Held* one = fiber.locals.held.front(); one != nullptr; one = fiber.locals.held.next(*one)) {
        if (one->at_end != give_back_at_end) continue;
        auto* holder = static_cast<LockHolder*>(one);
        if (holder->lock == lock && holder->process == shm::this_process_name()) return holder;
    }
    return nullptr;
}

zend_object* LockHolder::end(LockHolder& holder) noexcept {
    zend_object* lock = holder.lock;
    if (holder.kind.on_end != nullptr && holder.process == shm::this_process_name()) holder.kind.on_end(holder);
    delete &holder;
    return lock;
}

void LockHolder::give_back_at_end(Held& held) {
    auto& holder = static_cast<LockHolder&>(held);
    const Kind& kind = holder.kind;
    const bool is_own = holder.process == shm::this_process_name();
    const zend_long times = holder.times;
    zend_object* lock = end(holder);
    if (is_own) {
        TERN_G(log)->print(LogLevel::debug, "%s: coroutine %" PRId64 " ended without unlock()",
                           ZSTR_VAL(lock->ce->name), coroutines()->current()->id());
        kind.give_back(lock, times);
    }
    bail_if_ended();  // that of Swoole\Lock resumes the next coroutine
    OBJ_RELEASE(lock);
}

}  // namespace tern::php
