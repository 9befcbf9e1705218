#include "serve/h2/h2_websocket.h"

#include <string>

#include "serve/h2/h2_stream.h"

namespace tern::serve {

namespace {
constexpr size_t kTogether = 4096;  // a smaller payload is copied after its head
}

WsSession& H2WebSocket::begin(int64_t id, const WsStart& start) noexcept {
    return session_.emplace(*this, stream_.host().context(), id, start);
}

// Passes the data to the session, and lets the client send as much again.
void H2WebSocket::serve() noexcept {
    WsSession& session = *session_;
    session.on_sent();
    while (!waiting_.empty() && !over_) {
        const size_t before = waiting_.size();
        const size_t taken = session.receive(waiting_.bytes(), before);
        if (taken > 0) stream_.session().consume(stream_.id(), taken);
        waiting_.drop_front(taken);
        if (taken < before) return;
    }
    if (ended_ && !over_) {
        session.on_lost("the client ended the stream without a closing handshake");
        close_transport();
    }
    stream_.send_soon();
}

void H2WebSocket::send(Bytes head, Slice payload) noexcept {
    if (stream_.closed() || output_.finished()) return;
    const int64_t now_ms = stream_.host().context().loop.now_ms();
    if (payload.size() <= kTogether) {
        output_.push({Slice(std::string(head).append(payload.view())), {}, 0, 0}, now_ms);
    } else {
        output_.push({Slice(head), {}, 0, 0}, now_ms);
        output_.push({std::move(payload), {}, 0, 0}, now_ms);
    }
    stream_.session().resume(stream_.id());
    session_->sends_at_once() ? stream_.send_now() : stream_.send_soon();
}

void H2WebSocket::close_transport() noexcept {
    if (stream_.closed() || output_.finished()) return;
    output_.finish();
    stream_.session().resume(stream_.id());
    read_on();
}

void H2WebSocket::abort_transport() noexcept {
    if (stream_.closed()) return;
    stream_.session().reset(stream_.id(), http::h2::ErrorCode::cancel);
    read_on();
}

void H2WebSocket::read_on() noexcept {
    stream_.note_news();
    stream_.send_soon();
}

void H2WebSocket::abort_because(const char* why) noexcept {
    if (!is_open()) return;
    over_ = true;
    const int64_t id = session_->id();
    session_->on_lost(why);
    release_id();
    stream_.host().handler().on_close(id);
}

void H2WebSocket::drain() noexcept {
    if (session_.has_value()) session_->drain();
}

void H2WebSocket::terminate() noexcept {
    if (session_.has_value()) session_->terminate();
}

void H2WebSocket::detach() noexcept {
    if (!is_open()) return;
    over_ = true;
    session_->detach();
    release_id();
}

void H2WebSocket::release_id() noexcept {
    Context& context = stream_.host().context();
    (void)context.sessions.release(session_->id(), context.generation);
}

}  // namespace tern::serve
