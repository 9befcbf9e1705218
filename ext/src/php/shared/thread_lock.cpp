#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/shared/lock_object.h"
#include "php/shared/thread_lock_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_thread_lock(zend_class_entry* entry) { return create_object<LockObject>(entry); }

}  // namespace

void register_thread_lock(Classes& into) {
    into.thread_lock = register_class_Swoole_Thread_Lock();
    into.thread_lock->create_object = create_thread_lock;
}

// A mutex has no owner that is checked: any thread may unlock it, as programs do to wake another one.
void open_thread_lock(LockObject& self, const shm::ContainerId& id) {
    self.container.set(id);
    void* memory = shm::Containers::own().memory(id);
    const Result<uint32_t> kind = shm::Containers::own().count(id);
    if (memory == nullptr || !kind) return;
    self.state = new LockState;
    self.state->kind = kind.value() == static_cast<uint32_t>(LockKind::rwlock) ? LockKind::rwlock : LockKind::sem;
    auto lock =
        std::make_unique<shm::ProcessLock>(kind.value() == static_cast<uint32_t>(LockKind::spinlock) ? kLockSpins : 0);
    lock->attach(memory);
    self.state->lock = std::move(lock);
}

}  // namespace tern::php

using namespace tern::php;
using tern::shm::ContainerKind;

ZEND_METHOD(Swoole_Thread_Lock, __construct) {
    zend_long type = static_cast<zend_long>(LockKind::mutex);
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(type)
    ZEND_PARSE_PARAMETERS_END();
    LockObject* self = of<LockObject>(ZEND_THIS);
    const bool known =
        type == static_cast<zend_long>(LockKind::rwlock) || type == static_cast<zend_long>(LockKind::spinlock);
    const auto kind = known ? static_cast<LockKind>(type) : LockKind::mutex;
    if (!construct_container(ZEND_THIS, self->container, ContainerKind::lock, tern::shm::ProcessLock::kBytes,
                             static_cast<uint32_t>(kind))) {
        RETURN_THROWS();
    }
    open_thread_lock(*self, self->container.id());
}
