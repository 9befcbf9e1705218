#include "php/server/packet_dispatch.h"

#include "php/bridge/bail.h"
#include "php/bridge/globals.h"
#include "php/bridge/guard.h"
#include "php/bridge/program_entry.h"
#include "php/options/port_options.h"
#include "php/runtime/forked.h"
#include "php/runtime/process_runtime.h"
#include "php/server/port_host.h"
#include "php/server/port_protocol.h"
#include "php/server/server_event_objects.h"

namespace tern::php {

struct PacketDispatch::Delivery {
    PacketDispatch* self;
    int64_t session_id;
    Bytes packet;
};

namespace {

struct Measuring {
    const zval* function;
    Bytes head;
    int64_t size;
};

void call_measure(void* argument) {
    auto& measuring = *static_cast<Measuring*>(argument);
    zval text;
    zval size;
    zval function;
    ZVAL_STRINGL(&text, measuring.head.data(), measuring.head.size());
    ZVAL_UNDEF(&size);
    ZVAL_COPY(&function, measuring.function);
    call_user_function(nullptr, nullptr, &function, &size, 1, &text);
    bail_if_fatal();
    if (EG(exception) == nullptr) measuring.size = zval_get_long(&size);
    zval_ptr_dtor(&function);
    zval_ptr_dtor(&size);
    zval_ptr_dtor(&text);
}

}  // namespace

PacketDispatch::PacketDispatch(const PacketDispatchParts& parts, ServerObject& server, uint32_t port) noexcept
    : parts_(parts),
      server_(server),
      port_(port),
      in_coroutines_(server.config->enable_coroutine),
      event_object_(server.config->event_object),
      receive_(port_callback(server, port, PortEvent::receive)),
      commands_(server),
      takes_commands_(takes_commands(server, port)) {
    const PortConfig config = port_config(server, port);
    options_.framing = port_framing(server, port);
    options_.framing.measure = measure;
    options_.framing.context = this;
    options_.handler = this;
    options_.most_queued = static_cast<uint64_t>(config.socket_buffer_size);
    options_.idle_timeout_ms = idle_limit_ms(config, *server.config);
    options_.delayed = server.config->enable_delay_receive;
}

bool PacketDispatch::prepare() noexcept { return takes_commands_ || receive_.prepare(); }

// Runs outside of coroutines: it cannot wait, as later packets depend on it.
int64_t PacketDispatch::measure(void* self, Bytes head) {
    auto* dispatch = static_cast<PacketDispatch*>(self);
    Measuring measuring{length_function(dispatch->server_, dispatch->port_), head, -1};
    if (runtime()->bailed) return -1;
    (void)guard::run(call_measure, &measuring);
    return measuring.size;
}

void PacketDispatch::on_packet(serve::TcpConnection& connection, Bytes packet) {
    Runtime& runtime = *php::runtime();
    if (runtime.bailed) return;
    parts_.requests.count();
    Delivery delivery{this, connection.info().session_id, packet};
    if (takes_commands_) connection.hold();
    if (enter_for_request(runtime, in_coroutines_, {run, nullptr, nullptr, true}, &delivery) != Entry::refused) return;
    TERN_G(log)->print(LogLevel::warning, "connection %ld is closed: there are max_coroutine coroutines already",
                       static_cast<long>(delivery.session_id));
    connection.close();
}

void PacketDispatch::run(void* delivery) {
    const Delivery one = *static_cast<Delivery*>(delivery);
    const shm::RunningEvent running(one.self->parts_.host.context.counters);
    one.self->receive(one.session_id, one.packet);
}

void PacketDispatch::receive(int64_t session_id, Bytes packet) {
    const uint32_t forks = TERN_G(forks);
    if (takes_commands_) {
        commands_.run(session_id, packet);
        if (TERN_G(forks) != forks) end_fork();
        guard::tidy();  // the program's exception handler may still answer
        if (serve::TcpConnection* connection = parts_.host.find_raw(session_id)) connection->release();
        return;
    }
    zval arguments[4];
    ZVAL_OBJ_COPY(&arguments[0], &server_.std);
    uint32_t count = 4;
    if (event_object_) {
        make_event(session_id, packet, &arguments[1]);
        count = 2;
    } else {
        ZVAL_LONG(&arguments[1], session_id);
        ZVAL_LONG(&arguments[2], 0);
        ZVAL_STRINGL_FAST(&arguments[3], packet.data(), packet.size());
    }
    receive_.call(count, arguments);
    if (TERN_G(forks) != forks) end_fork();  // the connection belongs to the parent
    for (uint32_t i = 0; i < count; ++i) zval_ptr_dtor(&arguments[i]);
}

void PacketDispatch::on_queue_full(int64_t session_id) { call_port_event(PortEvent::buffer_full, session_id); }

void PacketDispatch::on_queue_low(int64_t session_id) { call_port_event(PortEvent::buffer_empty, session_id); }

void PacketDispatch::on_room(int64_t session_id) {
    if (!runtime()->bailed) parts_.waits.wake(*runtime(), session_id);
}

void PacketDispatch::on_connect(int64_t session_id) { call_port_event(PortEvent::connect, session_id); }

void PacketDispatch::before_close(int64_t session_id) noexcept {
    if (has_session_event(server_, port_, PortEvent::close)) parts_.host.keep_closed(session_id);
}

void PacketDispatch::on_close(int64_t session_id) {
    on_room(session_id);  // wakes those who wait for room, as there will be none
    call_port_event(PortEvent::close, session_id);
}

void PacketDispatch::call_port_event(PortEvent event, int64_t session_id) {
    call_session_event(server_, port_, event, session_id);
}

}  // namespace tern::php
