#include "coro/lock.h"
#include "php/bridge/bail.h"
#include "php/bridge/error.h"
#include "php/bridge/object.h"
#include "php/bridge/uncaught.h"
#include "php/bridge/waiting.h"
#include "php/class/coroutine/coroutine_lock_arginfo.h"
#include "php/class/registry.h"
#include "php/runtime/script.h"

namespace tern::php {

namespace {

using coro::Lock;

// LOCK_SH, LOCK_EX and LOCK_NB of PHP.
constexpr zend_long kShare = 1;
constexpr zend_long kExclude = 2;
constexpr zend_long kNoWait = 4;

struct LockObject {
    Lock* lock;  // owned; null before the constructor
    zend_object std;

    static void release(LockObject& self) { delete self.lock; }
};

// Notes that a coroutine has a lock: in the coroutine's list, with a reference to the object.
struct Hold : CoroutineLocals::Held {
    Hold(zend_object* of_lock, Lock::Mode as) noexcept : Held(give_back_at_end), lock(of_lock), mode(as) {}
    static void give_back_at_end(Held& held);

    zend_object* lock;
    zend_long depth = 1;
    Lock::Mode mode;
};

void hold(Fiber& fiber, zend_object* lock, Lock::Mode mode) {
    GC_ADDREF(lock);
    fiber.locals.held.push_back(*new Hold(lock, mode));
}

// Null: the coroutine does not have it. A search is enough, since coroutines have few locks at a time.
Hold* hold_of(Fiber& fiber, const zend_object* lock) {
    for (CoroutineLocals::Held* one = fiber.locals.held.front(); one != nullptr; one = fiber.locals.held.next(*one)) {
        if (one->at_end != Hold::give_back_at_end) continue;
        if (auto* hold = static_cast<Hold*>(one); hold->lock == lock) return hold;
    }
    return nullptr;
}

// The handler of the warning may be PHP code. When it runs, the coroutine does not have the lock any more, and no other
// has it yet.
void Hold::give_back_at_end(Held& held) {
    auto& hold = static_cast<Hold&>(held);
    zend_object* lock = hold.lock;
    delete &hold;
    Coroutines& coroutines = *php::coroutines();
    if (!coroutines.script.ending) {
        zend_error(E_WARNING, "%s: coroutine " ZEND_LONG_FMT " ended without unlock()", ZSTR_VAL(lock->ce->name),
                   static_cast<zend_long>(coroutines.current()->id()));
    }
    if (EG(exception) != nullptr) report_uncaught();
    of<LockObject>(lock)->lock->unlock(coroutines.scheduler);
    bail_if_ended();
    OBJ_RELEASE(lock);
}

// The coroutine has the lock already. If it shares the lock and wants it exclusively, it would wait for itself.
void lock_again(Hold& hold, Lock::Mode mode, zval* return_value) {
    if (hold.mode == Lock::Mode::shared && mode == Lock::Mode::exclusive) {
        return failure(hold.lock, Error::would_deadlock, return_value);
    }
    ++hold.depth;
    RETURN_TRUE;
}

// False: `return_value` is set, or an exception was thrown. The caller keeps `self` alive.
bool wait_for_lock(Coroutines& coroutines, zend_object* self, Lock::Mode mode, double timeout, zval* return_value) {
    Lock& lock = *of<LockObject>(self)->lock;
    if (lock.try_lock(mode)) return true;
    if (!must_be_in_coroutine(&coroutines)) return false;
    const coro::Wake wake = lock.lock(coroutines.scheduler, mode, deadline_in(timeout));
    if (wake == coro::Wake::resumed) return true;
    const bool late = wake == coro::Wake::timed_out;
    failure(self, late ? Error::coroutine_timed_out : Error::coroutine_canceled, return_value);
    (void)after_wait(coroutines, wake, return_value);
    return false;
}

// Null after an Error: a subclass did not call the constructor.
Lock* lock_of(const zval* object) {
    Lock* lock = of<LockObject>(object)->lock;
    if (EXPECTED(lock != nullptr)) return lock;
    zend_throw_error(nullptr, "%s::__construct() was not called", ZSTR_VAL(classes.coroutine_lock->name));
    return nullptr;
}

zend_object* create_lock(zend_class_entry* entry) { return create_object<LockObject>(entry); }

}  // namespace

void register_coroutine_lock(Classes& into) {
    into.coroutine_lock = register_class_Swoole_Coroutine_Lock();
    into.coroutine_lock->create_object = create_lock;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Lock, __construct) {
    bool shared = false;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(shared)
    ZEND_PARSE_PARAMETERS_END();
    LockObject* self = of<LockObject>(ZEND_THIS);
    if (shared) {
        zend_argument_value_error(1, "must be false: locks between processes are not supported yet");
        RETURN_THROWS();
    }
    if (self->lock != nullptr) {
        zend_throw_error(nullptr, "The lock is constructed already");
        RETURN_THROWS();
    }
    self->lock = new Lock;
}

ZEND_METHOD(Swoole_Coroutine_Lock, lock) {
    zend_long operation = kExclude;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(operation)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Lock* lock = lock_of(ZEND_THIS);
    if (lock == nullptr) RETURN_THROWS();
    const zend_long wanted = operation & ~kNoWait;
    if (wanted != kExclude && wanted != kShare) {
        zend_argument_value_error(1, "must be LOCK_EX or LOCK_SH, with or without LOCK_NB");
        RETURN_THROWS();
    }
    const Lock::Mode mode = wanted == kShare ? Lock::Mode::shared : Lock::Mode::exclusive;
    Coroutines* coroutines = need_coroutines();
    if (coroutines == nullptr || (coroutines->current() == nullptr && !must_be_in_coroutine(coroutines)))
        RETURN_THROWS();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    if (Hold* mine = hold_of(*current_fiber(), self)) return lock_again(*mine, mode, return_value);
    if ((operation & kNoWait) != 0) {
        if (!lock->try_lock(mode)) return failure(self, Error::busy, return_value);
        hold(*current_fiber(), self, mode);
        RETURN_TRUE;
    }
    GC_ADDREF(self);
    if (wait_for_lock(*coroutines, self, mode, timeout, return_value)) {
        hold(*current_fiber(), self, mode);
        RETVAL_TRUE;
    }
    bail_if_ended();
    OBJ_RELEASE(self);
}

ZEND_METHOD(Swoole_Coroutine_Lock, unlock) {
    ZEND_PARSE_PARAMETERS_NONE();
    Lock* lock = lock_of(ZEND_THIS);
    if (lock == nullptr) RETURN_THROWS();
    Fiber* fiber = current_fiber();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    Hold* mine = fiber == nullptr ? nullptr : hold_of(*fiber, self);
    if (mine == nullptr) return failure(self, Error::not_permitted, return_value);
    RETVAL_TRUE;
    if (--mine->depth > 0) return;
    delete mine;
    lock->unlock(coroutines()->scheduler);
    bail_if_ended();
    OBJ_RELEASE(self);
}
