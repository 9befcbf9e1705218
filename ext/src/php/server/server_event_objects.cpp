#include "base/clock.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/interrupt.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/registry.h"
#include "php/http/port_host.h"
#include "php/server/server_events.h"
#include "php/server/server_event_objects_arginfo.h"

namespace tern::php {

namespace {

struct SessionEvent {
    ServerObject* server;
    const zval* callback;
    int64_t session_id;
    bool closes;
};

void forget(const SessionEvent& event) noexcept {
    if (event.closes) port_host()->forget_closed(event.session_id);
}

void make_bare_event(int64_t session_id, zval* into) {
    object_init_ex(into, classes.server_event);
    zend_object* event = Z_OBJ_P(into);
    zend_update_property_long(event->ce, event, ZEND_STRL("fd"), session_id);
    zend_update_property_double(event->ce, event, ZEND_STRL("dispatch_time"), dispatch_time_s());
}

void run_session_event(void* argument) {
    const SessionEvent one = *static_cast<SessionEvent*>(argument);
    zval function;
    zval arguments[3];
    uint32_t count = 2;
    ZVAL_COPY(&function, one.callback);
    ZVAL_OBJ_COPY(&arguments[0], &one.server->std);
    if (one.server->config->event_object) {
        make_bare_event(one.session_id, &arguments[1]);
    } else {
        ZVAL_LONG(&arguments[1], one.session_id);
        ZVAL_LONG(&arguments[2], 0);
        count = 3;
    }
    (void)call_last_and_release(&function, count, arguments);
    forget(one);
}

}  // namespace

void register_server_event_objects(Classes& into) {
    into.server_event = register_class_Swoole_Server_Event();
    into.server_packet = register_class_Swoole_Server_Packet();
    into.server_pipe_message = register_class_Swoole_Server_PipeMessage();
    into.server_status_info = register_class_Swoole_Server_StatusInfo();
    into.server_task_result = register_class_Swoole_Server_TaskResult();
}

double dispatch_time_s() noexcept { return static_cast<double>(wall_clock_us()) / 1e6; }

zend_object* make_dispatched(zend_class_entry* entry, zval* data, zval* into) {
    object_init_ex(into, entry);
    zend_object* object = Z_OBJ_P(into);
    zend_update_property_double(object->ce, object, ZEND_STRL("dispatch_time"), dispatch_time_s());
    zend_update_property(object->ce, object, ZEND_STRL("data"), data);
    return object;
}

void make_event(int64_t session_id, Bytes data, zval* into) {
    make_bare_event(session_id, into);
    zend_object* event = Z_OBJ_P(into);
    zend_update_property_stringl(event->ce, event, ZEND_STRL("data"), data.data(), data.size());
}

bool has_session_event(ServerObject& server, uint32_t port, PortEvent event) noexcept {
    return Z_TYPE_P(port_callback(server, port, event)) != IS_UNDEF;
}

void call_session_event(ServerObject& server, uint32_t port, PortEvent event, int64_t session_id) noexcept {
    Runtime& runtime = *php::runtime();
    const bool closes = event == PortEvent::close || event == PortEvent::disconnect;
    SessionEvent one{&server, port_callback(server, port, event), session_id, closes};
    if (Z_TYPE_P(one.callback) == IS_UNDEF || runtime.bailed) return forget(one);
    if (server.config->enable_coroutine) {
        if (!Fiber::spawn(runtime, {run_session_event, nullptr, nullptr, true}, &one)) forget(one);
    } else {
        (void)guard::run(run_session_event, &one);
        if (!runtime.bailed) end_time_limit();
    }
}

void call_worker_error(void* end) {
    const WorkerEnd one = *static_cast<WorkerEnd*>(end);
    zval function;
    zval result;
    zval arguments[2];
    ZVAL_UNDEF(&result);
    ZVAL_COPY(&function, one.server->callback(ServerEvent::worker_error));
    ZVAL_OBJ_COPY(&arguments[0], &one.server->std);
    object_init_ex(&arguments[1], classes.server_status_info);
    zend_object* info = Z_OBJ(arguments[1]);
    zend_update_property_long(info->ce, info, ZEND_STRL("worker_id"), one.exit.worker_id);
    zend_update_property_long(info->ce, info, ZEND_STRL("worker_pid"), one.exit.pid);
    zend_update_property_long(info->ce, info, ZEND_STRL("status"),
                              tern::proc::wait_status(one.exit.exit_code, one.exit.signal));
    zend_update_property_long(info->ce, info, ZEND_STRL("exit_code"), one.exit.exit_code);
    zend_update_property_long(info->ce, info, ZEND_STRL("signal"), one.exit.signal);
    call_user_function(nullptr, nullptr, &function, &result, 2, arguments);
    bail_if_fatal();
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&arguments[0]);
    zval_ptr_dtor(&arguments[1]);
}

}  // namespace tern::php
