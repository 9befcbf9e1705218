#include "php/engine/registry.h"
#include "php/shared/atomic_object.h"
#include "php/shared/thread_atomic_arginfo.h"

namespace tern::php {

namespace {

// Null after an exception.
shm::AtomicSlot* construct_thread_atomic(const zval* object, shm::ContainerKind kind) {
    AtomicObject* self = of<AtomicObject>(object);
    if (!construct_container(object, self->container, kind, sizeof(shm::AtomicSlot))) return nullptr;
    open_thread_atomic(*self, self->container.id());
    return self->slot;
}

}  // namespace

void register_thread_atomic(Classes& into) {
    into.thread_atomic = register_class_Swoole_Thread_Atomic();
    into.thread_atomic->create_object = create_atomic;
    into.thread_atomic_long = register_class_Swoole_Thread_Atomic_Long();
    into.thread_atomic_long->create_object = create_atomic;
}

void open_thread_atomic(AtomicObject& self, const shm::ContainerId& id) {
    self.container.set(id);
    self.slot = reinterpret_cast<shm::AtomicSlot*>(shm::Containers::own().memory(id));
}

}  // namespace tern::php

using namespace tern::php;
using tern::shm::AtomicSlot;
using tern::shm::ContainerKind;

ZEND_METHOD(Swoole_Thread_Atomic, __construct) {
    zend_long value = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = construct_thread_atomic(ZEND_THIS, ContainerKind::atomic);
    if (slot == nullptr) RETURN_THROWS();
    slot->narrow.store(static_cast<uint32_t>(value));
}

ZEND_METHOD(Swoole_Thread_Atomic_Long, __construct) {
    zend_long value = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(value)
    ZEND_PARSE_PARAMETERS_END();
    AtomicSlot* slot = construct_thread_atomic(ZEND_THIS, ContainerKind::atomic_long);
    if (slot == nullptr) RETURN_THROWS();
    slot->wide.store(value);
}
