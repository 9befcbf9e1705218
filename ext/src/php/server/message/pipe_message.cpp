#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/server/message/message_dispatch.h"
#include "php/server/server_events.h"
#include "php/shared/packed_value.h"

namespace tern::php {

namespace {

struct Delivery {
    ServerObject* server;
    int from_worker;
    shm::CacheTag tag;
    Bytes body;
};

void make_message(const Delivery& one, zval* data, zval* into) {
    zend_object* message = make_dispatched(classes.server_pipe_message, data, into);
    zend_update_property_long(message->ce, message, ZEND_STRL("source_worker_id"), one.from_worker);
    zend_update_property_long(message->ce, message, ZEND_STRL("worker_id"), one.from_worker);
    zval_ptr_dtor(data);
}

void call_pipe_message(void* argument) {
    const Delivery one = *static_cast<Delivery*>(argument);
    zval function;
    zval arguments[3];
    uint32_t count = 3;
    ZVAL_COPY(&function, one.server->callback(ServerEvent::pipe_message));
    ZVAL_OBJ_COPY(&arguments[0], &one.server->std);
    ZVAL_LONG(&arguments[1], one.from_worker);
    unpack_value(one.tag, one.body, &arguments[2]);
    if (one.server->config->event_object) {
        make_message(one, &arguments[2], &arguments[1]);
        count = 2;
    }
    (void)call_last_and_release(&function, count, arguments);
}

}  // namespace

void deliver_message(ServerObject& server, const proc::MessageHead& head, Bytes body) noexcept {
    if (Z_TYPE_P(server.callback(ServerEvent::pipe_message)) == IS_UNDEF) return;
    Delivery one{&server, head.from_worker, static_cast<shm::CacheTag>(head.flags), body};
    (void)enter_program(*runtime(), call_pipe_message, &one);
}

}  // namespace tern::php
