#include <algorithm>

#include "php/engine/error.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/shared/atomic_object.h"
#include "php/shared/atomic_arginfo.h"

namespace tern::php {

namespace {

// One for the process, never destroyed early: objects are freed after the module's globals.
shm::SlotPool& slots() {
    static shm::SlotPool pool;
    return pool;
}

coro::Wake wait_for_slot(Coroutines* coroutines, AtomicObject& self, coro::Deadline until) {
    shm::AtomicWait wait(*self.slot);
    if (coroutines != nullptr && coroutines->may_suspend()) {
        return self.turns.get().wait(coroutines->scheduler, until, coro::Wait::atomic,
                                     [&] { return wait.try_finish(); });
    }
    return wait.finish(until.at_ms) ? coro::Wake::resumed : coro::Wake::timed_out;
}

}  // namespace

void AtomicObject::release(AtomicObject& self) {
    self.turns.drop();
    if (self.container) return self.container.release();
    slots().give_back({self.slot, self.forks});
}

zend_object* create_atomic(zend_class_entry* entry) { return create_object<AtomicObject>(entry); }

shm::AtomicSlot* construct_atomic(const zval* object) {
    AtomicObject* self = of<AtomicObject>(object);
    if (self->slot != nullptr) {
        zend_throw_error(nullptr, "The object is constructed already");
        return nullptr;
    }
    const shm::SlotPool::Slot slot = slots().take();
    if (slot.memory == nullptr) {
        zend_throw_error(nullptr, "There is no shared memory");
        return nullptr;
    }
    self->slot = new (slot.memory) shm::AtomicSlot;
    self->forks = slot.forks;
    return self->slot;
}

void register_atomic(Classes& into) {
    into.atomic = register_class_Swoole_Atomic();
    into.atomic->create_object = create_atomic;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::shm::AtomicSlot;

namespace {

// Returns the new value. If it is 1, wakes those who wait for that.
zend_long changed(AtomicSlot& slot, uint32_t value) {
    if (UNEXPECTED(value == 1)) slot.became_one();
    return value;
}

}  // namespace

ZEND_METHOD(Swoole_Atomic, __construct) {
    zend_long value = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = construct_atomic(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    slot->narrow.store(static_cast<uint32_t>(value));
}

ZEND_METHOD(Swoole_Atomic, add) {
    zend_long value = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    const auto by = static_cast<uint32_t>(value);
    RETURN_LONG(changed(*slot, slot->narrow.fetch_add(by) + by));
}

ZEND_METHOD(Swoole_Atomic, sub) {
    zend_long value = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    const auto by = static_cast<uint32_t>(value);
    RETURN_LONG(changed(*slot, slot->narrow.fetch_sub(by) - by));
}

ZEND_METHOD(Swoole_Atomic, get) {
    ZEND_PARSE_PARAMETERS_NONE();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    RETURN_LONG(slot->narrow.load());
}

ZEND_METHOD(Swoole_Atomic, set) {
    zend_long value;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    slot->narrow.store(static_cast<uint32_t>(value));
    changed(*slot, static_cast<uint32_t>(value));
}

ZEND_METHOD(Swoole_Atomic, cmpset) {
    zend_long expected;
    zend_long value;
    if (!parse_pair(execute_data, expected, value)) RETURN_THROWS();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    auto is = static_cast<uint32_t>(expected);
    if (!slot->narrow.compare_exchange_strong(is, static_cast<uint32_t>(value))) RETURN_FALSE;
    changed(*slot, static_cast<uint32_t>(value));
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Atomic, wait) {
    double timeout = 1.0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    if (slot->narrow.load() > 1) return failure(Error::would_block, return_value);
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(self);
    Coroutines* coroutines = tern::php::coroutines();
    const tern::coro::Wake wake = wait_for_slot(coroutines, *of<AtomicObject>(self), deadline_in(timeout));
    RETVAL_TRUE;
    if (wake == tern::coro::Wake::timed_out) failure(Error::timed_out, return_value);
    if (wake == tern::coro::Wake::canceled) (void)after_wait(*coroutines, wake, return_value);
    bail_if_ended();
    OBJ_RELEASE(self);
}

ZEND_METHOD(Swoole_Atomic, wakeup) {
    zend_long count = 1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(count)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = slot_of(ZEND_THIS);
    if (slot == nullptr) RETURN_THROWS();
    if (count < 1) {
        zend_argument_value_error(1, "must be at least 1");
        RETURN_THROWS();
    }
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(self);
    slot->wake(static_cast<uint32_t>(std::min<zend_long>(count, INT32_MAX)));
    of<AtomicObject>(self)->turns.ask_now();
    RETVAL_TRUE;
    bail_if_ended();
    OBJ_RELEASE(self);
}
