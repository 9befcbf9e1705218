#include "serve/ws/ws_connection.h"

namespace tern::serve {

namespace {
constexpr const char* kConnectionBroke = "the connection broke";
}

WsConnection::WsConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info,
                           const WsStart& start) noexcept
    : Connection(host, std::move(stream), info),
      input_(context_.blocks),
      session_(*this, context_, info.session_id, start) {}

Error WsConnection::open(Bytes unread, int64_t) noexcept {
    if (unread.size() >= net::Block::kLargeSize) return Error::data_length_too_large;
    if (Error error = watch(true); error != Error::ok) return error;  // also sends the response
    input_.take(unread);
    readiness_.readable = true;  // a former reader of the TLS stream may have left some input in it
    return Error::ok;
}

void WsConnection::after_input() noexcept {
    if (readiness_.broken) return abort_because(kConnectionBroke);
    // Usually the handler's frames have been sent already, and flush() would do nothing.
    const bool settled = is_open() && stream_.drained() && !host_.leaving();
    if (!settled) flush();
}

// --- input

void WsConnection::on_input() noexcept {
    for (int step = 0; is_open() && !session_.paused(); ++step) {
        if (step == kStepsPerTurn) {
            run_again();
            break;
        }
        if (stream_.queued() >= net::Stream::kFlushAt) flush();
        if (!is_open() || (!input_.has_block() && !receive()) || !consume()) break;
    }
}

// False: the session does not take all of it now.
bool WsConnection::consume() noexcept {
    input_.consume(session_.receive(input_.data(), input_.view().size()));
    if (!input_.has_block() || !input_.empty()) return false;
    input_.release();
    return true;
}

// True: bytes have arrived.
bool WsConnection::receive() noexcept {
    if (!readiness_.readable) return false;
    input_.make_room(false);
    const Result<size_t> got = read_some(input_.place(), input_.room());
    if (got.ok() && got.value() > 0) {
        input_.fill(got.value());
        return true;
    }
    input_.release();
    if (got.ok()) {  // a WebSocket cannot be half open
        session_.on_lost("the client ended the connection without a closing handshake");
        close_transport();
    } else if (got.error() != Error::would_block) {
        abort_because(kConnectionBroke);
    }
    return false;
}

void WsConnection::read_on() noexcept {
    if (is_open() && !is_reading()) run_again();
}

// --- output

void WsConnection::send(Bytes head, Slice payload) noexcept {
    if (!is_open()) return;
    const bool is_shared = head.empty();
    if (!is_shared) stream_.tail().append(head);
    // A shared frame is not copied: slow clients share it, and the kernel finds it in the cache.
    stream_.append(std::move(payload), is_shared ? kCopyShared : net::Stream::kCopyLimit);
    if (readiness_.stalled || (stream_.corked() && (is_shared || !session_.sends_at_once()))) return;
    // A broadcast is often followed by others in the same turn, and they are sent together.
    const bool waits = is_shared && stream_.queued() < net::Stream::kFlushAt;
    waits ? run_again() : flush();
}

Error WsConnection::send_raw(Slice bytes) noexcept {
    if (!is_open() || session_.state() != WsSession::State::open) return Error::websocket_unconnected;
    if (stream_.queued() + bytes.size() > kMostRaw) return Error::output_buffer_overflow;
    send({}, std::move(bytes));
    return Error::ok;
}

void WsConnection::send_gathered() noexcept {
    if (is_open() && !readiness_.stalled && !stream_.drained()) flush();
}

void WsConnection::on_flushed() noexcept {
    if (slot_ != nullptr) {
        slot_->send_queued_bytes.store(static_cast<uint32_t>(stream_.queued()), std::memory_order_relaxed);
    }
    session_.on_sent();
}

// --- life

void WsConnection::close_transport() noexcept {
    if (!is_open()) return;
    finish(Finish::linger);
    if (!stream_.corked()) flush();
}

void WsConnection::close() noexcept {
    if (!is_open()) return;
    session_.close_at_once(http::ws::kNormal, {});
    close_transport();
}

void WsConnection::abort_because(const char* why) noexcept {
    if (closed()) return;
    session_.on_lost(why);
    end();
}

void WsConnection::terminate() noexcept {
    if (closed()) return;
    stream_.cork();
    session_.terminate();
    (void)flush_stream();  // the rest is lost with this process
    end(End::silent);
}

void WsConnection::on_end() noexcept {
    session_.detach();
    input_.release();
}

}  // namespace tern::serve
