#include <cerrno>
#include <cinttypes>

#include "coro/lock.h"
#include "php/coroutine/program/script.h"
#include "php/engine/error.h"
#include "php/engine/fiber/bail.h"
#include "php/engine/fiber/own_turns.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "shm/process_lock.h"
#include "php/coroutine/coroutine_lock_arginfo.h"

namespace tern::php {

namespace {

using coro::Lock;

// LOCK_SH, LOCK_EX and LOCK_NB of PHP.
constexpr zend_long kShare = 1;
constexpr zend_long kExclude = 2;
constexpr zend_long kNoWait = 4;

// Of a lock between processes: which process has it. Coroutines of one process first get the lock of their process, and
// then wait here. So this process has it exclusively for one coroutine, or shares it for several.
struct Between {
    shm::ProcessLock lock;
    OwnTurns turns{};

    ~Between() { turns.drop(); }
};

shm::Lock::Mode mode_between(Lock::Mode mode) noexcept {
    return mode == Lock::Mode::shared ? shm::Lock::Mode::shared : shm::Lock::Mode::exclusive;
}

constexpr auto kOutOfCoroutine = static_cast<Error>(10001);  // SWOOLE_ERROR_CO_OUT_OF_COROUTINE

struct LockObject {
    Lock* lock;        // of the coroutines of this process; owned; null before the constructor
    Between* between;  // owned; null: the lock belongs to one process
    uint64_t process;  // that `lock` belongs to
    zend_object std;

    // In a forked child the holders and waiters of its parent do not exist.
    void prepare() noexcept {
        if (process == shm::own_process_name()) return;
        drop_lock();
        process = shm::own_process_name();
        lock = new Lock;
    }
    // A lock with waiters of the parent is linked on the stacks of their coroutines, and stays.
    void drop_lock() noexcept {
        if (process == shm::own_process_name() || (lock != nullptr && !lock->awaited())) delete lock;
    }
    static void release(LockObject& self) {
        self.drop_lock();
        delete self.between;
    }
};

// Notes that a coroutine has a lock: in the coroutine's list, with a reference to the object.
struct Hold : CoroutineLocals::Held {
    Hold(zend_object* of_lock, Lock::Mode as) noexcept
        : Held(give_back_at_end), lock(of_lock), process(shm::own_process_name()), mode(as) {}
    static void give_back_at_end(Held& held);

    zend_object* lock;
    uint64_t process;  // a forked child has a copy of this, but not the lock
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
        auto* hold = static_cast<Hold*>(one);
        if (hold->lock == lock && hold->process == shm::own_process_name()) return hold;
    }
    return nullptr;
}

// The next coroutine runs at the end of this turn of the loop.
void give_back(LockObject& self) {
    if (self.between != nullptr) self.between->lock.give_back();
    self.lock->unlock(coroutines()->scheduler);
}

// A forked child does not have the lock.
void Hold::give_back_at_end(Held& held) {
    auto& hold = static_cast<Hold&>(held);
    zend_object* lock = hold.lock;
    const uint64_t process = hold.process;
    delete &hold;
    if (process == shm::own_process_name()) {
        TERN_G(log)->print(LogLevel::debug, "%s: coroutine %" PRId64 " ended without unlock()",
                           ZSTR_VAL(lock->ce->name), coroutines()->current()->id());
        give_back(*of<LockObject>(lock));
    }
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

// What a call of lock() wants.
struct Wish {
    Lock::Mode mode;
    bool waits;
    double timeout;  // seconds; 0 or less: no limit
};

void fail_wait(Coroutines& coroutines, zend_object* self, coro::Wake wake, zval* return_value) {
    const bool late = wake == coro::Wake::timed_out;
    failure(self, late ? Error::coroutine_timed_out : Error::coroutine_canceled, return_value);
    (void)after_wait(coroutines, wake, return_value);
}

// Gets the lock of this process. False: `return_value` is set.
bool take_here(Coroutines& coroutines, zend_object* self, const Wish& wish, coro::Deadline until, zval* return_value) {
    Lock& lock = *of<LockObject>(self)->lock;
    if (lock.try_lock(wish.mode)) return true;
    if (!wish.waits) {
        failure(self, Error::busy, return_value);
        return false;
    }
    if (!must_be_in_coroutine(&coroutines)) return false;
    const coro::Wake wake = lock.lock(coroutines.scheduler, wish.mode, until);
    if (wake == coro::Wake::resumed) return true;
    fail_wait(coroutines, self, wake, return_value);
    return false;
}

// Gets the lock for this process. Taken::no: `return_value` is set.
shm::Taken take_between(Coroutines& coroutines, zend_object* self, const Wish& wish, coro::Deadline until,
                        zval* return_value) {
    using shm::Taken;
    Between& between = *of<LockObject>(self)->between;
    const shm::Lock::Mode mode = mode_between(wish.mode);
    if (!wish.waits) {
        const Taken taken = between.lock.try_take(mode, shm::Lock::Waiting::no);
        if (taken == Taken::no) failure(self, Error::busy, return_value);
        return taken;
    }
    Taken taken = Taken::no;
    const coro::Wake wake = between.turns.get().wait(coroutines.scheduler, until, coro::Wait::lock, [&] {
        taken = between.lock.try_take(mode, shm::Lock::Waiting::yes);
        return taken != Taken::no;
    });
    if (wake == coro::Wake::resumed) return taken;
    between.lock.leave_queue();
    fail_wait(coroutines, self, wake, return_value);
    return Taken::no;
}

// False: `return_value` is set, or an exception was thrown. The caller keeps `self` alive.
bool take(Coroutines& coroutines, zend_object* self, const Wish& wish, zval* return_value) {
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

void lock(zval* object, const Wish& wish, zval* return_value) {
    if (lock_of(object) == nullptr) return;
    Coroutines* coroutines = php::coroutines();
    zend_object* self = Z_OBJ_P(object);
    if (coroutines == nullptr || coroutines->current() == nullptr) return failure(self, kOutOfCoroutine, return_value);
    if (Hold* mine = hold_of(*current_fiber(), self)) return lock_again(*mine, wish.mode, return_value);
    GC_ADDREF(self);
    if (take(*coroutines, self, wish, return_value)) {
        hold(*current_fiber(), self, wish.mode);
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
    self->process = tern::shm::own_process_name();
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
    const zend_long wanted = operation == kNoWait ? kExclude : operation & ~kNoWait;
    if (wanted != kExclude && wanted != kShare) {
        zend_argument_value_error(1, "must be LOCK_EX or LOCK_SH, with or without LOCK_NB");
        RETURN_THROWS();
    }
    const Lock::Mode mode = wanted == kShare ? Lock::Mode::shared : Lock::Mode::exclusive;
    lock(ZEND_THIS, {mode, (operation & kNoWait) == 0, timeout}, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Lock, trylock) {
    ZEND_PARSE_PARAMETERS_NONE();
    lock(ZEND_THIS, {Lock::Mode::exclusive, false, 0}, return_value);
}

ZEND_METHOD(Swoole_Coroutine_Lock, unlock) {
    ZEND_PARSE_PARAMETERS_NONE();
    LockObject* object = lock_of(ZEND_THIS);
    if (object == nullptr) RETURN_THROWS();
    Fiber* fiber = current_fiber();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    Hold* mine = fiber == nullptr ? nullptr : hold_of(*fiber, self);
    if (mine == nullptr) {
        return failure(self, fiber == nullptr ? kOutOfCoroutine : Error::not_permitted, return_value);
    }
    RETVAL_TRUE;
    if (--mine->depth > 0) return;
    delete mine;
    give_back(*object);
    OBJ_RELEASE(self);
}
