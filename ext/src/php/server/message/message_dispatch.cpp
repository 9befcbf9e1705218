#include "php/server/message/message_dispatch.h"

#include "base/slice.h"
#include "php/http/response/responders.h"
#include "php/http/websocket/websocket_frame_object.h"
#include "serve/tcp_connection.h"

namespace tern::php {

void MessageDispatch::handle(proc::Message& message) {
    const Bytes payload = message.payload;
    switch (message.head.kind) {
        case proc::MessageKind::handover: return parts_.handovers.receive(message);
        case proc::MessageKind::pipe_message: {
            proc::MessageBody file;
            return deliver_message(parts_.server, message.head, worker::body_of(message, payload, file));
        }
        case proc::MessageKind::task_result: return parts_.task_client.take(message);
        case proc::MessageKind::packet: return receive_packet(message);
        case proc::MessageKind::close_session: return close_session(message);
        case proc::MessageKind::send_to_session: return send_to_session(message);
        case proc::MessageKind::response: return respond(message);
        case proc::MessageKind::push_to_session: return push(payload);
        case proc::MessageKind::disconnect_session: return disconnect(payload);
        case proc::MessageKind::broadcast: return parts_.broadcasts.receive(payload);
        case proc::MessageKind::room_query: return parts_.room_queries.receive_query(payload);
        case proc::MessageKind::room_reply: return parts_.room_queries.receive_reply(payload);
        case proc::MessageKind::command: return parts_.commands.take_command(payload);
        case proc::MessageKind::command_result: return parts_.commands.take_result(payload);
        default: return;
    }
}

void MessageDispatch::on_woken() {
    if (!parts_.remote_sends.empty()) parts_.remote_sends.send_waiting();
    if (!parts_.packet_forwards.empty()) parts_.packet_forwards.send_waiting();
    if (!failed()) parts_.ports.hand_over_waiting();
    if (!failed()) parts_.waits.wake(parts_.runtime, SendWaits::kInbox);
}

void MessageDispatch::on_empty() {
    parts_.room_queries.drop_dead();
    parts_.commands.fail_dead_targets();
}

// --- tasks

// When no more tasks may run, the message stays in the inbox.
bool MessageDispatch::begin_task(const proc::Message& message, uint64_t at) noexcept {
    if (task_runner_->full()) return false;
    Bytes rest = message.payload;
    worker::TaskHead head;
    begun_ = worker::take_head(rest, head) ? task_runner_->enter(message.head, head, at) : kNoTask;
    return true;
}

void MessageDispatch::run_task(const proc::Message& message) {
    if (begun_ == kNoTask) return;
    proc::MessageBody file;
    task_runner_->run(begun_, worker::body_of(message, message.payload.substr(sizeof(worker::TaskHead)), file));
}

// --- messages about sessions

void MessageDispatch::close_session(const proc::Message& message) {
    Bytes payload = message.payload;
    int64_t session_id = 0;
    if (!worker::take_head(payload, session_id)) return;
    if (parts_.host.close_session(session_id, message.head.flags != 0)) return;
    parts_.messenger.forward_to_owner(message, session_id, parts_.host.context.log);
}

// The sender was told that the bytes will be sent. So a connection that cannot take them is closed rather than left
// incomplete.
void MessageDispatch::send_to_session(const proc::Message& message) {
    Bytes payload = message.payload;
    int64_t session_id = 0;
    if (!worker::take_head(payload, session_id)) return;
    Log& log = parts_.host.context.log;
    serve::Connection* connection = parts_.host.find_connection(session_id);
    if (connection == nullptr) return parts_.messenger.forward_to_owner(message, session_id, log);
    if (connection->send_raw(copy_of(payload)) != Error::output_buffer_overflow) return;
    log.print(LogLevel::notice, "connection %ld is closed: more than socket_buffer_size waits for its client",
              static_cast<long>(session_id));
    connection->abort();
}

void MessageDispatch::receive_packet(const proc::Message& message) {
    Bytes rest = message.payload;
    worker::PacketHead head;
    proc::MessageBody file;
    if (worker::take_head(rest, head)) parts_.ports.receive_forwarded(head, worker::body_of(message, rest, file));
}

void MessageDispatch::respond(const proc::Message& message) {
    Bytes rest = message.payload;
    worker::ResponseStepHead head;
    if (!worker::take_head(rest, head) || rest.size() < head.fields_size) return;
    const Bytes fields = rest.substr(0, head.fields_size);
    proc::MessageBody file;
    take_response(parts_.host, head, fields, worker::body_of(message, rest.substr(head.fields_size), file));
}

// The message is dropped when the client is too far behind or has gone.
void MessageDispatch::push(Bytes payload) {
    worker::PushHead head;
    if (!worker::take_head(payload, head)) return;
    serve::Context& context = parts_.host.context;
    serve::WsSession* session = context.websockets.find(head.session_id);
    if (session == nullptr) return;
    const Error error =
        session->push(static_cast<http::ws::Opcode>(head.opcode), copy_of(payload), push_flags(head.flags));
    if (error == Error::output_buffer_overflow) context.counters.websocket_dropped.increment();
}

void MessageDispatch::disconnect(Bytes payload) {
    worker::DisconnectHead head;
    if (!worker::take_head(payload, head)) return;
    serve::WsSession* session = parts_.host.context.websockets.find(head.session_id);
    if (session != nullptr) (void)session->close(head.code, payload);
}

}  // namespace tern::php
