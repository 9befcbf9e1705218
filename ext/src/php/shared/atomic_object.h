// The common part of Swoole\Atomic, Swoole\Atomic\Long and their namesakes of threads: an object with a slot of shared
// memory.
#pragma once

#include "php/engine/fiber/own_turns.h"
#include "php/engine/object.h"
#include "php/shared/thread_object.h"
#include "shm/atomic.h"
#include "shm/slot_pool.h"

namespace tern::php {

struct AtomicObject {
    shm::AtomicSlot* slot;  // null before the constructor
    uint32_t forks;         // see shm::SlotPool::Slot
    OwnTurns turns;         // of waiting coroutines
    ThreadPlace container;  // of Swoole\Thread\Atomic, whose slot is there
    zend_object std;

    static void release(AtomicObject& self);
};

zend_object* create_atomic(zend_class_entry* entry);

// Makes the object refer to a container, whose reference it takes over.
void open_thread_atomic(AtomicObject& self, const shm::ContainerId& id);

// Null after an Error: it was constructed already, or there is no memory.
shm::AtomicSlot* construct_atomic(const zval* object);

// The arguments of cmpset(). False after an Error.
inline bool parse_pair(zend_execute_data* execute_data, zend_long& expected, zend_long& value) {
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(expected)
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return true;
}

// Null after an Error: a subclass did not call the constructor.
inline shm::AtomicSlot* slot_of(const zval* object) {
    AtomicObject* self = of<AtomicObject>(object);
    if (!keeps_memory(self->container)) return nullptr;
    if (EXPECTED(self->slot != nullptr)) return self->slot;
    throw_not_constructed(Z_OBJCE_P(object));
    return nullptr;
}

}  // namespace tern::php
