#include <cerrno>

#include "coro/lock.h"
#include "php/coroutine/lock_holder.h"
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/own_turns.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "shm/process_lock.h"
#include "php/coroutine/coroutine_lock_arginfo.h"

namespace tern::php {

namespace {

using coro::Lock;

// Of a lock between processes: which process has it. Coroutines of one process first get the lock of their process, and
// then wait here. So this process has it exclusively for one coroutine, or shares it for several.
struct Between {
    shm::ProcessLock lock;
    OwnTurns turns{};

    ~Between() { turns.drop(); }
};

Lock::Mode mode_here(shm::Lock::Mode mode) noexcept {
    return mode == shm::Lock::Mode::shared ? Lock::Mode::shared : Lock::Mode::exclusive;
}

constexpr auto kOutOfCoroutine = static_cast<Error>(10001);  // SWOOLE_ERROR_CO_OUT_OF_COROUTINE

struct LockObject {
    Lock* lock;        // of the coroutines of this process; owned; null before the constructor
    Between* between;  // owned; null: the lock belongs to one process
    uint64_t process;  // that `lock` belongs to
    zend_object std;

    // In a forked child the holders and waiters of its parent do not exist.
    void prepare() noexcept {
        if (process == shm::this_process_name()) return;
        drop_lock();
        process = shm::this_process_name();
        lock = new Lock;
    }
    // A lock with waiters of the parent is linked on the stacks of their coroutines, and stays.
    void drop_lock() noexcept {
        if (process == shm::this_process_name() || (lock != nullptr && !lock->awaited())) delete lock;
    }
    static void release(LockObject& self) {
        self.drop_lock();
        delete self.between;
    }
};

// The next coroutine runs at the end of this turn of the loop. A coroutine takes the lock once, however often it has
// it.
void give_back(zend_object* lock, zend_long) {
    LockObject& self = *of<LockObject>(lock);
    if (self.between != nullptr) self.between->lock.give_back();
    self.lock->unlock(coroutines()->scheduler);
}

constexpr LockHolder::Kind kHolder{nullptr, give_back};

// The coroutine has the lock already. If it shares the lock and wants it exclusively, it would wait for itself.
void lock_again(LockHolder& holder, shm::Lock::Mode mode, zval* return_value) {
    if (holder.mode == shm::Lock::Mode::shared && mode == shm::Lock::Mode::exclusive) {
        return failure(holder.lock, Error::would_deadlock, return_value);
    }
    ++holder.times;
    RETURN_TRUE;
}

void fail_wait(Coroutines& coroutines, zend_object* self, coro::Wake wake, zval* return_value) {
    const bool late = wake == coro::Wake::timed_out;
    failure(self, late ? Error::coroutine_timed_out : Error::coroutine_canceled, return_value);
    (void)after_wait(coroutines, wake, return_value);
}

// Gets the lock of this process. False: `return_value` is set.
bool take_here(Coroutines& coroutines, zend_object* self, const LockWish& wish, coro::Deadline until,
               zval* return_value) {
    Lock& lock = *of<LockObject>(self)->lock;
    const Lock::Mode mode = mode_here(wish.mode);
    if (lock.try_lock(mode)) return true;
    if (!wish.waits) {
        failure(self, wish.refusal, return_value);
        return false;
    }
    if (!must_be_in_coroutine(&coroutines)) return false;
    const coro::Wake wake = lock.lock(coroutines.scheduler, mode, until);
    if (wake == coro::Wake::resumed) return true;
    fail_wait(coroutines, self, wake, return_value);
    return false;
}

// Gets the lock for this process. Taken::no: `return_value` is set.
shm::Taken take_between(Coroutines& coroutines, zend_object* self, const LockWish& wish, coro::Deadline until,
                        zval* return_value) {
    using shm::Taken;
    Between& between = *of<LockObject>(self)->between;
    if (!wish.waits) {
        const Taken taken = between.lock.try_take(wish.mode, shm::Lock::Waiting::no);
        if (taken == Taken::no) failure(self, wish.refusal, return_value);
        return taken;
    }
    Taken taken = Taken::no;
    const coro::Wake wake = between.turns.get().wait(coroutines.scheduler, until, coro::Wait::lock, [&] {
        taken = between.lock.try_take(wish.mode, shm::Lock::Waiting::yes);
        return taken != Taken::no;
    });
    if (wake == coro::Wake::resumed) return taken;
    between.lock.leave_queue();
    fail_wait(coroutines, self, wake, return_value);
    return Taken::no;
}

// False: `return_value` is set, or an exception was thrown. The caller keeps `self` alive.
bool take(Coroutines& coroutines, zend_object* self, const LockWish& wish, zval* return_value) {
    const coro::Deadline until = deadline_in(wish.timeout);
    if (!take_here(coroutines, self, wish, until, return_value)) return false;
    LockObject& object = *of<LockObject>(self);
    if (object.between == nullptr) return true;
    const shm::Taken taken = take_between(coroutines, self, wish, until, return_value);
    if (taken == shm::Taken::no) {
        object.lock->unlock(coroutines.scheduler);
        return false;
    }
    const bool from_dead = taken == shm::Taken::from_dead;
    zend_update_property_long(self->ce, self, ZEND_STRL("errCode"), from_dead ? EOWNERDEAD : 0);
    if (from_dead) remember(static_cast<Error>(EOWNERDEAD));
    return true;
}

// Null after an Error: a subclass did not call the constructor.
LockObject* lock_of(const zval* object) {
    auto* self = of<LockObject>(object);
    if (UNEXPECTED(self->lock == nullptr)) {
        throw_not_constructed(classes.coroutine_lock);
        return nullptr;
    }
    self->prepare();
    return self;
}

void lock(zval* object, const LockWish& wish, zval* return_value) {
    if (lock_of(object) == nullptr) return;
    Coroutines* coroutines = php::coroutines();
    zend_object* self = Z_OBJ_P(object);
    if (coroutines == nullptr || coroutines->current() == nullptr) return failure(self, kOutOfCoroutine, return_value);
    if (LockHolder* mine = LockHolder::find(*current_fiber(), self)) return lock_again(*mine, wish.mode, return_value);
    GC_ADDREF(self);
    if (take(*coroutines, self, wish, return_value)) {
        (void)LockHolder::add(*current_fiber(), kHolder, self, wish.mode);
        RETVAL_TRUE;
    }
    bail_if_ended();
    OBJ_RELEASE(self);
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
    if (self->lock != nullptr) {
        zend_throw_error(nullptr, "The lock is constructed already");
        RETURN_THROWS();
    }
    Between* between = nullptr;
    if (shared) {
        between = new Between;
        if (Error error = between->lock.create(); error != Error::ok) {
            delete between;
            throw_exception(error, "Cannot make the lock: %s", tern::describe(error));
            RETURN_THROWS();
        }
    }
    self->between = between;
    self->process = tern::shm::this_process_name();
    self->lock = new Lock;
}

ZEND_METHOD(Swoole_Coroutine_Lock, lock) {
    LockWish wish;
    if (!read_lock_wish(execute_data, wish)) RETURN_THROWS();
    lock(ZEND_THIS, wish, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Lock, trylock) {
    ZEND_PARSE_PARAMETERS_NONE();
    lock(ZEND_THIS, {.waits = false}, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Lock, unlock) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (lock_of(ZEND_THIS) == nullptr) RETURN_THROWS();
    Fiber* fiber = current_fiber();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    LockHolder* mine = fiber == nullptr ? nullptr : LockHolder::find(*fiber, self);
    if (mine == nullptr) {
        return failure(self, fiber == nullptr ? kOutOfCoroutine : Error::not_permitted, return_value);
    }
    RETVAL_TRUE;
    if (--mine->times > 0) return;
    (void)LockHolder::end(*mine);
    give_back(self, 1);
    OBJ_RELEASE(self);
}
