#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/shared/thread_object.h"
#include "shm/barrier.h"
#include "php/shared/thread_barrier_arginfo.h"

namespace tern::php {

namespace {

using shm::Barrier;

zend_object* create_thread_barrier(zend_class_entry* entry) { return create_object<ThreadObject>(entry); }

void suspend_at(Barrier& barrier, uint32_t waiters, Coroutines& coroutines, ThreadObject& self, zval* return_value) {
    const Barrier::Ticket ticket = barrier.arrive(waiters);
    self.turns.ask_now();  // others of this process may wait for this one
    const coro::Wake wake = self.turns.get().wait(coroutines.scheduler, deadline_in(-1), coro::Wait::group,
                                                  [&] { return barrier.try_finish(ticket); });
    if (wake == coro::Wake::resumed) return;
    barrier.leave(ticket);
    (void)after_wait(coroutines, wake, return_value);
    ZVAL_NULL(return_value);
}

}  // namespace

void register_thread_barrier(Classes& into) {
    into.thread_barrier = register_class_Swoole_Thread_Barrier();
    into.thread_barrier->create_object = create_thread_barrier;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::shm::Barrier;
using tern::shm::ContainerId;
using tern::shm::ContainerKind;
using tern::shm::Containers;

ZEND_METHOD(Swoole_Thread_Barrier, __construct) {
    zend_long count;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(count)
    ZEND_PARSE_PARAMETERS_END();
    if (!of<ThreadObject>(ZEND_THIS)->container && (count < 2 || count > Barrier::kMost)) {
        throw_exception(Error::invalid_params, "The parameter $count must be greater than 1 and at most %u",
                        Barrier::kMost);
        RETURN_THROWS();
    }
    const auto waiters = static_cast<uint32_t>(count);
    (void)construct_container(ZEND_THIS, of<ThreadObject>(ZEND_THIS)->container, ContainerKind::barrier,
                              Barrier::bytes_for(waiters), waiters);
}

ZEND_METHOD(Swoole_Thread_Barrier, wait) {
    ZEND_PARSE_PARAMETERS_NONE();
    ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    const tern::Result<uint32_t> waiters = Containers::own().count(id);
    auto* barrier = reinterpret_cast<Barrier*>(Containers::own().memory(id));
    if (!waiters || barrier == nullptr) return throw_thread_error(Error::bad_descriptor);
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(self);
    Coroutines* coroutines = tern::php::coroutines();
    if (coroutines != nullptr && coroutines->may_suspend()) {
        suspend_at(*barrier, waiters.value(), *coroutines, *of<ThreadObject>(self), return_value);
    } else {
        const Barrier::Ticket ticket = barrier->arrive(waiters.value());
        of<ThreadObject>(self)->turns.ask_now();
        barrier->finish(ticket);
    }
    bail_if_ended();
    OBJ_RELEASE(self);
}
