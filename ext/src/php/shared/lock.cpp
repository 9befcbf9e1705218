#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/shared/lock_object.h"
#include "php/shared/lock_arginfo.h"

namespace tern::php {

namespace {

using shm::Taken;
using Mode = shm::Lock::Mode;

// Null after an Error.
LockState* state_of(const zval* object) {
    if (!keeps_memory(of<LockObject>(object)->container)) return nullptr;
    LockState* state = of<LockObject>(object)->state;
    if (EXPECTED(state != nullptr && state->lock != nullptr)) return state;
    if (state == nullptr) {
        throw_not_constructed(Z_OBJCE_P(object));
    } else {
        zend_throw_error(nullptr, "%s was destroyed", ZSTR_VAL(Z_OBJCE_P(object)->name));
    }
    return nullptr;
}

// Programs may have replaced the number by a reference, or unset it.
void set_error_code(zend_object* self, zend_long code) {
    zval* slot = OBJ_PROP_NUM(self, 0);
    if (UNEXPECTED(Z_TYPE_P(slot) != IS_LONG)) {
        zend_update_property_long(self->ce, self, ZEND_STRL("errCode"), code);
    } else {
        Z_LVAL_P(slot) = code;
    }
}

// Whether a wait that has no other end must not begin. With a timeout it ends then, as in the published API.
bool is_endless(const LockWish& wish) noexcept { return !wish.waits || !(wish.timeout > 0); }

// The caller would wait for itself, or for a coroutine that cannot run meanwhile.
void would_deadlock(zend_object* self, const LockWish& wish, zval* return_value) {
    if (!wish.waits) return failure(self, wish.refusal, return_value);
    failure(self, Error::would_deadlock, return_value);
    warn("would wait for itself: %s has the lock already",
         current_fiber() != nullptr ? "this coroutine" : "this process");
}

// The caller has the lock already. Returns false when it does not, or when it may wait until a timeout.
bool again(LockState& state, Fiber* fiber, zend_object* self, const LockWish& wish, zval* return_value) {
    if (!state.has_owner()) return false;
    LockHolder* mine = fiber == nullptr ? nullptr : LockHolder::find(*fiber, self);
    const bool alone = mine != nullptr ? mine->mode == Mode::exclusive : fiber == nullptr && state.outside_alone;
    const bool shared = mine != nullptr ? !alone : fiber == nullptr && state.outside_shared > 0;
    if (!alone && !shared) return false;
    if (alone || wish.mode == Mode::exclusive) {
        if (!is_endless(wish)) return false;
        would_deadlock(self, wish, return_value);
        return true;
    }
    state.lock->share_again();
    ++(mine != nullptr ? mine->times : state.outside_shared);
    set_error_code(self, 0);
    ZVAL_TRUE(return_value);
    return true;
}

void note_taken(LockState& state, Fiber* fiber, zend_object* self, const LockWish& wish, Taken taken) {
    if (state.has_owner()) {
        if (fiber != nullptr) {
            state.note(LockHolder::add(*fiber, kLockHolder, self, wish.mode));
        } else if (wish.mode == Mode::exclusive) {
            state.outside_alone = true;
        } else {
            ++state.outside_shared;
        }
    }
    set_error_code(self, taken == Taken::from_dead ? EOWNERDEAD : 0);
    if (taken == Taken::from_dead) remember(static_cast<Error>(EOWNERDEAD));
}

// Suspends. On failure `return_value` is set, or an exception was thrown.
Taken wait_for_turn(Coroutines& coroutines, LockState& state, zend_object* self, const LockWish& wish,
                    zval* return_value) {
    Taken taken = Taken::no;
    const coro::Wake wake =
        state.turns.get().wait(coroutines.scheduler, deadline_in(wish.timeout), coro::Wait::lock, [&] {
            taken = state.lock->try_take(wish.mode, shm::Lock::Waiting::yes);
            return taken != Taken::no;
        });
    if (wake == coro::Wake::resumed) return taken;
    state.lock->leave_queue();
    if (wake == coro::Wake::timed_out) {
        failure(self, Error::timed_out, return_value);
    } else {
        set_error_code(self, number(Error::coroutine_canceled));
        (void)after_wait(coroutines, wake, return_value);
    }
    return Taken::no;
}

Taken block(LockState& state, zend_object* self, const LockWish& wish, zval* return_value) {
    const bool in_vain = state.lock->has_alone() || (wish.mode == Mode::exclusive && state.lock->times_shared() > 0);
    if (state.has_owner() && in_vain && is_endless(wish)) {
        would_deadlock(self, wish, return_value);
        return Taken::no;
    }
    // A coroutine that waits for exclusive access keeps readers out, but cannot run meanwhile.
    if (!state.turns.empty()) state.lock->leave_queue();
    const coro::Deadline until = deadline_in(wish.timeout);
    const Taken taken = state.lock->take(wish.mode, until.at_ms);
    if (taken == Taken::no) {
        failure(self, until.finite() ? Error::timed_out : Error::system_call_fail, return_value);
    }
    return taken;
}

void take(const zval* object, LockWish wish, zval* return_value) {
    LockState* state = state_of(object);
    if (state == nullptr) return;
    zend_object* self = Z_OBJ_P(object);
    if (Error error = state->prepare(); error != Error::ok) return failure(self, error, return_value);
    if (!state->can_be_shared()) wish.mode = Mode::exclusive;
    Coroutines* coroutines = php::coroutines();
    Fiber* fiber = current_fiber();
    if (again(*state, fiber, self, wish, return_value)) return;
    GC_ADDREF(self);
    Taken taken;
    if (!wish.waits) {
        taken = state->lock->try_take(wish.mode, shm::Lock::Waiting::no);
        if (taken == Taken::no) failure(self, wish.refusal, return_value);
    } else if (coroutines != nullptr && coroutines->may_suspend()) {
        taken = wait_for_turn(*coroutines, *state, self, wish, return_value);
    } else {
        taken = block(*state, self, wish, return_value);
    }
    if (taken != Taken::no) {
        note_taken(*state, fiber, self, wish, taken);
        RETVAL_TRUE;
    }
    bail_if_ended();
    OBJ_RELEASE(self);
}

// Finds the hold that unlock() ends: the caller's own, otherwise the exclusive one of this process. False: there is
// none.
bool end_hold(LockState& state, Fiber* fiber, zend_object* self) {
    if (!state.has_owner()) return state.lock->give_back_of_any();
    LockHolder* hold = fiber == nullptr ? nullptr : LockHolder::find(*fiber, self);
    if (hold == nullptr && state.outside_alone) {
        state.outside_alone = false;
    } else if (hold == nullptr && state.outside_shared > 0) {
        --state.outside_shared;
    } else if (hold == nullptr && state.alone == nullptr) {
        return false;
    } else {
        if (hold == nullptr) hold = state.alone;
        if (--hold->times == 0) OBJ_RELEASE(LockHolder::end(*hold));
    }
    state.lock->give_back();
    return true;
}

zend_object* create_lock(zend_class_entry* entry) { return create_object<LockObject>(entry); }

}  // namespace

void register_lock(Classes& into) {
    into.lock = register_class_Swoole_Lock();
    into.lock->create_object = create_lock;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Lock, __construct) {
    zend_long type = static_cast<zend_long>(LockKind::mutex);
    char* path = nullptr;
    size_t path_length = 0;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(type)
    Z_PARAM_PATH(path, path_length)
    ZEND_PARSE_PARAMETERS_END();
    LockObject* self = of<LockObject>(ZEND_THIS);
    if (self->state != nullptr) {
        zend_throw_error(nullptr, "The lock is constructed already");
        RETURN_THROWS();
    }
    if (type < static_cast<zend_long>(LockKind::rwlock) || type > static_cast<zend_long>(LockKind::spinlock)) {
        zend_argument_value_error(1, "must be one of the constants of Swoole\\Lock, " ZEND_LONG_FMT " given", type);
        RETURN_THROWS();
    }
    const auto kind = static_cast<LockKind>(type);
    if (kind == LockKind::filelock && path_length == 0) {
        zend_argument_value_error(2, "must be the path of a file for a FILELOCK");
        RETURN_THROWS();
    }
    Error error = Error::ok;
    tern::shm::Lock* lock = make_lock(kind, path, error).release();
    if (lock == nullptr) {
        throw_exception(error, "Cannot make the lock: %s", tern::describe(error));
        RETURN_THROWS();
    }
    self->state = new LockState;
    self->state->lock.reset(lock);
    self->state->kind = kind;
}

ZEND_METHOD(Swoole_Lock, lock) {
    LockWish wish;
    if (!read_lock_wish(execute_data, wish)) RETURN_THROWS();
    take(ZEND_THIS, wish, return_value);
}

ZEND_METHOD(Swoole_Lock, trylock) {
    ZEND_PARSE_PARAMETERS_NONE();
    take(ZEND_THIS, {.waits = false}, return_value);
}

ZEND_METHOD(Swoole_Lock, lockwait) {
    double timeout = 1.0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    take(ZEND_THIS, {.waits = timeout > 0, .timeout = timeout, .refusal = Error::timed_out}, return_value);
}

ZEND_METHOD(Swoole_Lock, lock_read) {
    ZEND_PARSE_PARAMETERS_NONE();
    take(ZEND_THIS, {.mode = Mode::shared}, return_value);
}

ZEND_METHOD(Swoole_Lock, trylock_read) {
    ZEND_PARSE_PARAMETERS_NONE();
    take(ZEND_THIS, {.mode = Mode::shared, .waits = false}, return_value);
}

ZEND_METHOD(Swoole_Lock, unlock) {
    ZEND_PARSE_PARAMETERS_NONE();
    LockState* state = state_of(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    if (Error error = state->prepare(); error != Error::ok) return failure(self, error, return_value);
    if (!end_hold(*state, current_fiber(), self)) {
        return failure(self, Error::not_permitted, return_value);
    }
    GC_ADDREF(self);
    state->turns.ask_now();
    RETVAL_TRUE;
    bail_if_ended();
    OBJ_RELEASE(self);
}

ZEND_METHOD(Swoole_Lock, destroy) {
    ZEND_PARSE_PARAMETERS_NONE();
    LockState* state = state_of(ZEND_THIS);
    if (state == nullptr) RETURN_THROWS();
    (void)state->prepare();
    if (state->holds > 0 || !state->turns.empty()) return failure(Z_OBJ_P(ZEND_THIS), Error::busy, return_value);
    state->give_back_all();
    state->lock.reset();
    RETURN_TRUE;
}
