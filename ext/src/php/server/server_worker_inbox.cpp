// What other processes of the server write to this worker.
#include "base/owned_slice.h"
#include "php/object/websocket_frame.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"
#include "php/server/worker_messages.h"

namespace tern::php {

namespace {

constexpr int kMessagesPerTurn = 64;
constexpr int64_t kTasksPerTurnMs = 5;  // then the master may have something to say

// Of what this worker has asked for.
bool is_result(proc::MessageKind kind) noexcept {
    return kind == proc::MessageKind::task_result || kind == proc::MessageKind::command_result ||
           kind == proc::MessageKind::answer;
}

}  // namespace

void ServerWorker::on_line() noexcept {
    for (int n = 0; n < kMessagesPerTurn; ++n) {
        Result<proc::Message> message = process_.inboxes().receive_socket(seat_.seat, mail_);
        if (!message.ok()) return;
        receive_message(message.value());
        if (runtime_.bailed) return;
    }
}

// Connections first: a message may be about one that is on its way.
void ServerWorker::on_ring() noexcept {
    take_kept();
    on_line();
    proc::Inboxes& boxes = process_.inboxes();
    const int64_t begun_ms = task_runner_ == nullptr ? 0 : monotonic_ms();
    for (int n = 0; n < kMessagesPerTurn && reads_messages_ && !runtime_.bailed; ++n) {
        if (task_runner_ != nullptr && monotonic_ms() - begun_ms > kTasksPerTurnMs) return;
        Result<proc::Message> message = boxes.peek(seat_.seat, mail_);
        if (message.error() == Error::would_block) {
            rooms_.look_for_dead();
            process_.commands().look_for_dead();
            (void)boxes.sleep(seat_.seat);
            return;
        }
        if (!message.ok()) return;  // the next turn looks again
        if (is_for_task_runner(message.value())) {
            take_task(message.value());
        } else {
            boxes.take(seat_.seat);
            receive_message(message.value());
        }
    }
}

// The payload is in `mail_`, which the next message overwrites: nothing that is called here may read it.
void ServerWorker::receive_message(proc::Message& message) noexcept {
    if (stops_ && !is_result(message.head.kind)) return hold_message(message);
    if (message.head.to_worker == id()) return take_message(message);
    if (proc::outlives_its_reader(message.head.kind)) forward(message);
}

void ServerWorker::take_message(proc::Message& message) noexcept {
    Bytes payload = message.payload;
    int64_t session_id = 0;
    switch (message.head.kind) {
        case proc::MessageKind::handover: return message.socket.open() ? take_over(message) : void();
        case proc::MessageKind::pipe_message: return take_pipe_message(message);
        case proc::MessageKind::task_result: return process_.task_desk().take(message);
        case proc::MessageKind::close_session:
            if (!take_head(payload, session_id) || host_.close_session(session_id, message.head.flags != 0)) return;
            return forward_to_owner(message, session_id);
        case proc::MessageKind::send_to_session: return send_for_another(message);
        case proc::MessageKind::push_to_session: return take_push(payload);
        case proc::MessageKind::disconnect_session: return take_disconnect(payload);
        case proc::MessageKind::broadcast: return rooms_.take_broadcast(payload);
        case proc::MessageKind::question: return rooms_.take_question(payload);
        case proc::MessageKind::answer: return rooms_.take_answer(payload);
        case proc::MessageKind::command: return process_.commands().take_command(payload);
        case proc::MessageKind::command_result: return process_.commands().take_result(payload);
        default: return;
    }
}

// Who sent it was told that it goes: a connection that cannot take it must not miss a part.
void ServerWorker::send_for_another(const proc::Message& message) noexcept {
    Bytes payload = message.payload;
    int64_t session_id = 0;
    if (!take_head(payload, session_id)) return;
    if (find_connection(session_id) == nullptr) return forward_to_owner(message, session_id);
    serve::TcpConnection* connection = find_raw(session_id);
    if (connection == nullptr || connection->send(copy_of(payload)) != Error::output_buffer_overflow) return;
    context_.log.print(LogLevel::notice, "connection %ld is closed: more than socket_buffer_size waits for its client",
                       static_cast<long>(session_id));
    connection->reset();
}

// A client that is too far behind misses it; so it is with one that has gone meanwhile.
void ServerWorker::take_push(Bytes payload) noexcept {
    PushHead head;
    if (!take_head(payload, head)) return;
    serve::WsSession* session = context_.websockets.find(head.session_id);
    if (session == nullptr) return;
    const Error error = session->push(static_cast<http::ws::Opcode>(head.opcode), copy_of(payload),
                                      {(head.flags & kFlagFin) != 0, (head.flags & kFlagCompress) != 0});
    if (error == Error::output_buffer_overflow) context_.counters.websocket_dropped.increment();
}

void ServerWorker::take_disconnect(Bytes payload) noexcept {
    DisconnectHead head;
    if (!take_head(payload, head)) return;
    serve::WsSession* session = context_.websockets.find(head.session_id);
    if (session != nullptr) (void)session->close(head.code, payload);
}

void ServerWorker::forward(const proc::Message& message) noexcept {
    const int seat = process_.state().current_seat(message.head.to_worker);
    Error error = Error::session_not_exist;
    if (seat >= 0 && static_cast<uint32_t>(seat) != seat_.seat)
        error = process_.inboxes().forward(static_cast<uint32_t>(seat), message);
    if (error == Error::ok) return;
    context_.log.print(LogLevel::warning, "a message to worker %d is lost: %s", message.head.to_worker,
                       describe(error));
}

// The session has been handed over since the sender looked.
void ServerWorker::forward_to_owner(const proc::Message& message, int64_t session_id) noexcept {
    const uint32_t owner = process_.state().sessions().owner_of(session_id);
    const int seat = owner == seat_.incarnation ? -1 : process_.state().seat_of(owner);
    if (seat < 0) return;  // it has ended
    proc::MessageHead head = message.head;
    head.to_worker = process_.state().seat(static_cast<uint32_t>(seat)).worker_id.load(std::memory_order_relaxed);
    const Error error = process_.inboxes().send(static_cast<uint32_t>(seat), head, message.payload);
    if (error == Error::ok) return;
    context_.log.print(LogLevel::warning, "a message to worker %d is lost: %s", head.to_worker, describe(error));
}

}  // namespace tern::php
