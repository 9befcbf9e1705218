#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/registry.h"
#include "php/shared/thread_items.h"
#include "php/shared/thread_queue_arginfo.h"

namespace tern::php {

namespace {

zend_object* create_thread_queue(zend_class_entry* entry) { return create_object<ThreadObject>(entry); }

// Suspends. no_payload: the time was over, or the wait was cancelled, which has set `return_value`.
Error suspend_for_value(Coroutines& coroutines, ThreadObject& self, double timeout, zval* return_value) {
    Error error = Error::no_payload;
    const coro::Wake wake =
        self.turns.get().wait(coroutines.scheduler, deadline_in(timeout), coro::Wait::channel_pop, [&] {
            error = shm::Containers::own().queue_pop(self.container.id(), thread_scratch());
            return error != Error::no_payload;
        });
    if (wake == coro::Wake::resumed) return error;
    if (wake == coro::Wake::timed_out) {
        remember(Error::no_payload);
    } else {
        (void)after_wait(coroutines, wake, return_value);
        ZVAL_NULL(return_value);
    }
    return Error::no_payload;
}

Error wait_for_value(ThreadObject& self, double timeout, zval* return_value) {
    Coroutines* coroutines = php::coroutines();
    if (coroutines != nullptr && coroutines->may_suspend()) {
        return suspend_for_value(*coroutines, self, timeout, return_value);
    }
    const Error error =
        shm::Containers::own().queue_wait(self.container.id(), deadline_in(timeout).at_ms, thread_scratch());
    if (error == Error::no_payload) remember(error);
    return error;
}

}  // namespace

void register_thread_queue(Classes& into) {
    into.thread_queue = register_class_Swoole_Thread_Queue(zend_ce_countable);
    into.thread_queue->create_object = create_thread_queue;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::shm::ContainerId;
using tern::shm::ContainerKind;
using tern::shm::Containers;

ZEND_METHOD(Swoole_Thread_Queue, __construct) {
    ZEND_PARSE_PARAMETERS_NONE();
    (void)construct_container(ZEND_THIS, of<ThreadObject>(ZEND_THIS)->container, ContainerKind::queue);
}

ZEND_METHOD(Swoole_Thread_Queue, push) {
    zval* value;
    zend_long notify = 0;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ZVAL(value)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(notify)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    ThreadValue packed;
    bool done = pack_thread_value(value, packed);
    if (done) {
        const Error error = Containers::own().queue_push(id, packed.value, notify > 0);
        done = error == Error::ok;
        if (!done) throw_thread_error(error);
    }
    packed.release();
    if (!done || notify <= 0) return;
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(self);
    of<ThreadObject>(self)->turns.ask_now();
    bail_if_ended();
    OBJ_RELEASE(self);
}

ZEND_METHOD(Swoole_Thread_Queue, pop) {
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    ContainerId id;
    if (!has_container(ZEND_THIS, id)) RETURN_THROWS();
    zend_object* self = Z_OBJ_P(ZEND_THIS);
    GC_ADDREF(self);
    Error error = Containers::own().queue_pop(id, thread_scratch());
    if (error == Error::no_payload && timeout != 0)
        error = wait_for_value(*of<ThreadObject>(self), timeout, return_value);
    if (error == Error::ok) {
        unpack_thread_value(thread_scratch(), return_value);
    } else if (error != Error::no_payload) {
        throw_thread_error(error);
    }
    bail_if_ended();
    OBJ_RELEASE(self);
}

ZEND_METHOD(Swoole_Thread_Queue, count) { return_count(execute_data, return_value); }

ZEND_METHOD(Swoole_Thread_Queue, clean) { clear_container(execute_data, return_value); }
