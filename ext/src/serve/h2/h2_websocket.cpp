#include "serve/h2/h2_websocket.h"

#include <string>

#include "serve/h2/h2_connection.h"
#include "serve/port.h"

namespace tern::serve {

// --- The transport

void H2WebSocket::send(Bytes head, Slice payload) noexcept { stream_.send_on(head, std::move(payload)); }

uint64_t H2WebSocket::queued() const noexcept { return stream_.queued(); }

void H2WebSocket::read_on() noexcept { stream_.look_again(); }

void H2WebSocket::end() noexcept { stream_.end_tunnel(); }

void H2WebSocket::reset() noexcept { stream_.cut_tunnel(); }

// --- The stream

// An extended CONNECT: what follows its head is no body, and waits for upgrade().
void H2Stream::accept_tunnel() noexcept {
    tunnel_ = ready_ = true;
    note_news();
}

Result<WsSession*> H2Stream::upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) {
    TERN_CHECK(&exchange == exchange_);
    if (!tunnel_) return Error::operation_not_supported;
    Context& context = connection_.context_;
    const Result<int64_t> id =
        context.sessions.allocate(context.incarnation, context.worker_id, connection_.passport().origin);
    if (!id.ok()) {
        http::ResponseHead busy;
        busy.status = 503;
        (void)respond(exchange, busy, Slice());
        return id.error();
    }
    head.framing = http::Framing::none;
    head.version = http::Version::http2;
    exchange.facts.status = head.status;
    const http::h2::OwnFields own = connection_.own_fields();
    connection_.note_answer_head(exchange, head, own);
    connection_.session().respond(id_, head, own, false);
    websocket_ = std::make_unique<H2WebSocket>(*this, context, id.value(), start);
    (void)end_exchange(AnswerState::complete);
    look_again();
    return &websocket_->session();
}

void H2Stream::look_again() noexcept {
    note_news();
    connection_.send_soon();
}

void H2Stream::send_on(Bytes head, Slice payload) noexcept {
    if (closed_ || finished_) return;
    constexpr size_t kTogether = 4096;
    if (parts_.size() == 0) moved_at_ms_ = connection_.now_ms();
    if (payload.size() <= kTogether) {
        push({Slice(std::string(head).append(payload.view())), {}, 0, 0});
    } else {
        push({Slice(head), {}, 0, 0});
        push({std::move(payload), {}, 0, 0});
    }
    connection_.session().resume(id_);
    const bool at_once = websocket_ != nullptr && websocket_->session().sends_at_once();
    at_once ? connection_.send_now() : connection_.send_soon();
}

// What came is handed on, and the client may send as much again.
void H2Stream::serve_tunnel() noexcept {
    if (closed_) return leave_tunnel("the stream was reset");
    WsSession& session = websocket_->session();
    session.on_sent();
    while (!waiting_.empty() && !tunnel_over_) {
        const size_t before = waiting_.size();
        const size_t taken = session.receive(waiting_.bytes(), before);
        if (taken > 0) connection_.session().consume(id_, taken);
        waiting_.drop_front(taken);
        if (taken < before) return;
    }
    if (ended_ && !finished_ && !tunnel_over_) {
        session.on_lost("the client ended the stream without a closing handshake");
        end_tunnel();
    }
    connection_.send_soon();
}

void H2Stream::end_tunnel() noexcept {
    if (finished_ || closed_) return;
    finished_ = true;
    connection_.session().resume(id_);
    look_again();
}

void H2Stream::cut_tunnel() noexcept {
    if (closed_) return;
    connection_.session().reset(id_, http::h2::ErrorCode::cancel);
    look_again();
}

// Once: its session id goes, and the handler is told.
void H2Stream::leave_tunnel(const char* why) noexcept {
    if (websocket_ == nullptr || std::exchange(tunnel_over_, true)) return;
    const int64_t id = websocket_->session().id();
    websocket_->session().on_lost(why);
    (void)connection_.context_.sessions.release(id, connection_.context_.incarnation);
    connection_.port_.handler().on_close(id);
}

// The same without the handler.
void H2Stream::forget_tunnel() noexcept {
    if (websocket_ == nullptr || std::exchange(tunnel_over_, true)) return;
    websocket_->session().forget();
    (void)connection_.context_.sessions.release(websocket_->session().id(), connection_.context_.incarnation);
}

void H2Stream::wind_down() noexcept {
    if (websocket_ != nullptr) websocket_->session().wind_down();
}

}  // namespace tern::serve
