#include "php/server/message/packet_dispatch.h"

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/globals.h"
#include "php/http/options/port_options.h"
#include "php/http/port_host.h"
#include "php/server/port_protocol.h"
#include "php/server/server_events.h"
#include "php/server/server_process.h"

namespace tern::php {

struct PacketDispatch::Delivery {
    PacketDispatch* self;
    int64_t session_id;
    Bytes packet;
};

namespace {

// UDP has no end of a connection that the kernel could report.
constexpr int64_t kDtlsIdleMs = 300'000;

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
      chooser_(server),
      commands_(server),
      takes_commands_(takes_commands(server, port)) {
    options_ = port_config(server, port).packets;
    options_.framing = port_framing(server, port);
    options_.framing.measure = measure;
    options_.framing.context = this;
    options_.handler = this;
    if (speaks_dtls(server, port) && options_.idle_timeout_ms == 0) options_.idle_timeout_ms = kDtlsIdleMs;
    if (!takes_commands_) max_queued_ = static_cast<uint64_t>(server.config->max_queued_bytes);
}

bool PacketDispatch::prepare() noexcept { return (takes_commands_ || receive_.prepare()) && chooser_.prepare(); }

// Runs outside of coroutines: it cannot wait, as later packets depend on it.
int64_t PacketDispatch::measure(void* self, Bytes head) {
    auto* dispatch = static_cast<PacketDispatch*>(self);
    Measuring measuring{length_function(dispatch->server_, dispatch->port_), head, -1};
    if (runtime()->bailed) return -1;
    (void)guard::run(call_measure, &measuring);
    return measuring.size;
}

void PacketDispatch::on_packet(serve::TcpConnection& connection, Bytes packet) {
    const int64_t session_id = connection.info().session_id;
    if (takes_commands_) connection.hold();  // until the command is answered
    if (takes_commands_ || !chooser_.exists()) return deliver(session_id, packet);
    if (stays_here(DispatchFunction::Event::packet, session_id, packet)) deliver(session_id, packet);
}

// Asks dispatch_func. False: another worker handles it, or none does. What cannot be forwarded stays.
bool PacketDispatch::stays_here(DispatchFunction::Event event, int64_t session_id, Bytes packet) noexcept {
    const int chosen = chooser_.choose(event, session_id, packet);
    if (chosen == DispatchFunction::kOwn || chosen == parts_.host.context.worker_id) return true;
    if (chosen == DispatchFunction::kDiscard) return false;
    Error error = Error::ok;
    if (chosen >= 0) {
        const worker::PacketHead head{session_id, static_cast<uint16_t>(port_), static_cast<uint8_t>(event)};
        error = parts_.forwards.send(chosen, head, packet);
        if (error != Error::ok && error != Error::server_pipe_buffer_full) return true;
    }
    if (error == Error::server_pipe_buffer_full) {
        TERN_G(log)->print(LogLevel::warning,
                           "connection %ld is closed: worker %d, which dispatch_func chose, is behind",
                           static_cast<long>(session_id), chosen);
    }
    serve::TcpConnection* connection = parts_.host.find_raw(session_id);
    if (connection != nullptr && (chosen == DispatchFunction::kClose || error != Error::ok)) connection->close();
    return false;
}

void PacketDispatch::receive_forwarded(const worker::PacketHead& head, Bytes packet) noexcept {
    switch (static_cast<DispatchFunction::Event>(head.event)) {
        case DispatchFunction::Event::packet: return deliver(head.session_id, packet);
        case DispatchFunction::Event::datagram: return;
        case DispatchFunction::Event::connect: return call_port_event(PortEvent::connect, head.session_id);
        case DispatchFunction::Event::close: return call_port_event(PortEvent::close, head.session_id);
    }
}

void PacketDispatch::deliver(int64_t session_id, Bytes packet) {
    Runtime& runtime = *php::runtime();
    if (runtime.bailed) return;
    parts_.requests.count();
    Delivery delivery{this, session_id, packet};
    if (max_queued_ > 0) note_begun(session_id, packet.size());
    if (enter_for_request(runtime, in_coroutines_, {run, nullptr, nullptr, true}, &delivery) != Entry::refused) return;
    TERN_G(log)->print(LogLevel::warning, "connection %ld is closed: there are max_coroutine coroutines already",
                       static_cast<long>(delivery.session_id));
    (void)process()->close_session(session_id, false);
}

void PacketDispatch::run(void* delivery) {
    const Delivery one = *static_cast<Delivery*>(delivery);
    const shm::RunningEvent running(one.self->parts_.host.context.counters);
    const size_t size = one.packet.size();
    one.self->receive(one.session_id, one.packet);
    if (one.self->max_queued_ > 0) one.self->note_ended(one.session_id, size);
}

// max_queued_bytes: more is read only when enough callbacks of the connection have ended.
void PacketDispatch::note_begun(int64_t session_id, size_t size) {
    serve::TcpConnection* connection = parts_.host.find_raw(session_id);
    if (connection == nullptr) return;
    queued_[session_id] += size;
    if (queued_[session_id] > max_queued_) connection->hold();
}

void PacketDispatch::note_ended(int64_t session_id, size_t size) {
    const auto queued = queued_.find(session_id);
    if (queued == queued_.end()) return;
    const bool was_held = queued->second > max_queued_;
    queued->second -= size;
    const bool is_held = queued->second > max_queued_;
    if (queued->second == 0) queued_.erase(queued);
    serve::TcpConnection* connection = was_held && !is_held ? parts_.host.find_raw(session_id) : nullptr;
    if (connection != nullptr) connection->release();
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

void PacketDispatch::on_connect(int64_t session_id) {
    if (chooser_.exists() && !stays_here(DispatchFunction::Event::connect, session_id, {})) return;
    call_port_event(PortEvent::connect, session_id);
}

void PacketDispatch::before_close(int64_t session_id) noexcept {
    if (has_session_event(server_, port_, PortEvent::close)) parts_.host.keep_closed(session_id);
}

void PacketDispatch::on_close(int64_t session_id) {
    queued_.erase(session_id);
    on_room(session_id);  // wakes those who wait for room, as there will be none
    if (chooser_.exists() && !stays_here(DispatchFunction::Event::close, session_id, {})) return;
    call_port_event(PortEvent::close, session_id);
}

void PacketDispatch::call_port_event(PortEvent event, int64_t session_id) {
    call_session_event(server_, port_, event, session_id);
}

}  // namespace tern::php
