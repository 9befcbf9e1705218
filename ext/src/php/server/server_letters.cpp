// What other processes of the server write to this worker.
#include "base/owned_slice.h"
#include "php/object/websocket_frame.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"
#include "php/server/worker_letters.h"

namespace tern::php {

namespace {

constexpr int kLettersPerTurn = 64;
constexpr int64_t kTasksPerTurnMs = 5;  // then the master may have something to say

// Of what this worker has asked for.
bool is_result(proc::LetterKind kind) noexcept {
    return kind == proc::LetterKind::task_result || kind == proc::LetterKind::command_result ||
           kind == proc::LetterKind::answer;
}

}  // namespace

void ServerWorker::on_line() noexcept {
    for (int n = 0; n < kLettersPerTurn; ++n) {
        Result<proc::Letter> letter = process_.mailboxes().receive_socket(seat_.seat, mail_);
        if (!letter.ok()) return;
        take_letter(letter.value());
        if (runtime_.bailed) return;
    }
}

// Connections first: a letter may be about one that is on its way.
void ServerWorker::on_ring() noexcept {
    take_kept();
    on_line();
    proc::Mailboxes& boxes = process_.mailboxes();
    const int64_t begun_ms = task_runner_ == nullptr ? 0 : monotonic_ms();
    for (int n = 0; n < kLettersPerTurn && reads_letters_ && !runtime_.bailed; ++n) {
        if (task_runner_ != nullptr && monotonic_ms() - begun_ms > kTasksPerTurnMs) return;
        Result<proc::Letter> letter = boxes.peek(seat_.seat, mail_);
        if (letter.error() == Error::would_block) {
            rooms_.look_for_dead();
            process_.commands().look_for_dead();
            (void)boxes.sleep(seat_.seat);
            return;
        }
        if (!letter.ok()) return;  // the next turn looks again
        if (is_for_task_runner(letter.value())) {
            take_task(letter.value());
        } else {
            boxes.take(seat_.seat);
            take_letter(letter.value());
        }
    }
}

// The payload is in `mail_`, which the next letter overwrites: nothing that is called here may read it.
void ServerWorker::take_letter(proc::Letter& letter) noexcept {
    if (stops_ && !is_result(letter.head.kind)) return keep_letter(letter);
    if (letter.head.to_worker == id()) return take_message(letter);
    if (proc::outlives_its_reader(letter.head.kind)) forward(letter);
}

void ServerWorker::take_message(proc::Letter& letter) noexcept {
    Bytes payload = letter.payload;
    int64_t session_id = 0;
    switch (letter.head.kind) {
        case proc::LetterKind::handover: return letter.socket.open() ? take_over(letter) : void();
        case proc::LetterKind::pipe_message: return take_pipe_message(letter);
        case proc::LetterKind::task_result: return process_.task_desk().take(letter);
        case proc::LetterKind::close_session:
            if (!take_head(payload, session_id) || host_.close_session(session_id, letter.head.flags != 0)) return;
            return forward_to_owner(letter, session_id);
        case proc::LetterKind::send_to_session: return send_for_another(letter);
        case proc::LetterKind::push_to_session: return take_push(payload);
        case proc::LetterKind::disconnect_session: return take_disconnect(payload);
        case proc::LetterKind::broadcast: return rooms_.take_broadcast(payload);
        case proc::LetterKind::question: return rooms_.take_question(payload);
        case proc::LetterKind::answer: return rooms_.take_answer(payload);
        case proc::LetterKind::command: return process_.commands().take_command(payload);
        case proc::LetterKind::command_result: return process_.commands().take_result(payload);
        default: return;
    }
}

// Who sent it was told that it goes: a connection that cannot take it must not miss a part.
void ServerWorker::send_for_another(const proc::Letter& letter) noexcept {
    Bytes payload = letter.payload;
    int64_t session_id = 0;
    if (!take_head(payload, session_id)) return;
    if (find_connection(session_id) == nullptr) return forward_to_owner(letter, session_id);
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

void ServerWorker::forward(const proc::Letter& letter) noexcept {
    const int seat = process_.state().current_seat(letter.head.to_worker);
    Error error = Error::session_not_exist;
    if (seat >= 0 && static_cast<uint32_t>(seat) != seat_.seat)
        error = process_.mailboxes().forward(static_cast<uint32_t>(seat), letter);
    if (error == Error::ok) return;
    context_.log.print(LogLevel::warning, "a letter to worker %d is lost: %s", letter.head.to_worker, describe(error));
}

// The session has been handed over since the sender looked.
void ServerWorker::forward_to_owner(const proc::Letter& letter, int64_t session_id) noexcept {
    const uint32_t owner = process_.state().sessions().owner_of(session_id);
    const int seat = owner == seat_.incarnation ? -1 : process_.state().seat_of(owner);
    if (seat < 0) return;  // it has ended
    proc::LetterHead head = letter.head;
    head.to_worker = process_.state().seat(static_cast<uint32_t>(seat)).worker_id.load(std::memory_order_relaxed);
    const Error error = process_.mailboxes().send(static_cast<uint32_t>(seat), head, letter.payload);
    if (error == Error::ok) return;
    context_.log.print(LogLevel::warning, "a letter to worker %d is lost: %s", head.to_worker, describe(error));
}

}  // namespace tern::php
