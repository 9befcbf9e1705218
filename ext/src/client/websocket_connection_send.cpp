// WebSockets of a client: sending.
#include <algorithm>
#include <sys/random.h>

#include "client/websocket_connection.h"

namespace tern::client {

using http::ws::FrameHead;
using http::ws::Opcode;
using Side = Socket::Side;

Error WebSocketConnection::push(coro::FdWaits* waits, Opcode opcode, Bytes payload, http::ws::PushFlags flags,
                                coro::Deadline until) noexcept {
    if (opcode == Opcode::close) {
        if (payload.size() > http::ws::kMaxControlPayload) return Error::data_length_too_large;
        const http::ws::CloseStatus status = http::ws::read_close(payload);
        return status.violation ? Error::invalid_params : close(waits, status.code, status.reason, until);
    }
    if (state_ != State::open) return Error::websocket_unconnected;
    if (const Error error = writer_.check(opcode, payload.size()); error != Error::ok) return error;
    if (const Error error = flush(waits, until); error != Error::ok) return error;
    if (state_ != State::open) return Error::websocket_unconnected;
    Slice bytes(payload);
    const Result<FrameHead> head = writer_.begin_frame(opcode, bytes, flags);
    if (!head.ok()) return head.error();
    add_frame(head.value(), bytes.view());
    return flush(waits, until);
}

Error WebSocketConnection::close(coro::FdWaits* waits, uint16_t code, Bytes reason, coro::Deadline until) noexcept {
    if (state_ != State::open) return Error::websocket_unconnected;
    if (code != http::ws::kNoStatus && !http::ws::valid_close_code(code)) return Error::invalid_params;
    add_close(code, reason);
    state_ = answers_close_ ? State::ended : State::closing;
    answers_close_ = false;
    return flush(waits, until);
}

void WebSocketConnection::add_close(uint16_t code, Bytes reason) noexcept {
    std::array<char, http::ws::kMaxControlPayload> payload;
    const size_t size = code == http::ws::kNoStatus ? 0 : http::ws::write_close(payload.data(), code, reason);
    add_control(Opcode::close, Bytes(payload.data(), size));
}

void WebSocketConnection::add_control(Opcode opcode, Bytes payload) noexcept {
    FrameHead head;
    head.opcode = opcode;
    head.length = payload.size();
    add_frame(head, payload);
}

void WebSocketConnection::add_frame(FrameHead head, Bytes payload) noexcept {
    std::array<char, http::ws::kMaxFrameHead> start;
    head.masked = true;
    head.key = next_key();
    output_.append(Bytes(start.data(), http::ws::write_frame_head(start.data(), head)));
    if (payload.empty()) return;
    char* place = output_.extend(payload.size());
    std::memcpy(place, payload.data(), payload.size());
    http::ws::apply_mask(place, payload.size(), head.key);
}

// RFC 6455 10.3: the key of the next frame must be unpredictable.
http::ws::MaskKey WebSocketConnection::next_key() noexcept {
    if (keys_left_ == 0) {
        TERN_CHECK(getrandom(keys_.data(), sizeof keys_, 0) == static_cast<ssize_t>(sizeof keys_));
        keys_left_ = kKeysAtOnce;
    }
    return keys_[--keys_left_];
}

// What a TLS session has taken counts as sent: it is part of a record.
Error WebSocketConnection::try_flush() noexcept {
    net::TlsSession* tls = socket_.tls();
    while (sent_ < output_.size()) {
        const Bytes left = output_.view().substr(sent_);
        const Result<size_t> sent = socket_.try_send(left);
        if (sent.ok()) {
            sent_ += sent.value();
            continue;
        }
        if (sent.error() != Error::would_block || tls == nullptr || !tls->has_written()) return sent.error();
        sent_ += std::min(left.size(), net::TlsSession::kMostRecord);
        tls->forget_write();
        return Error::would_block;
    }
    sent_ = 0;
    output_.release();
    return tls != nullptr && tls->holds_output() ? tls->flush() : Error::ok;
}

Error WebSocketConnection::flush(coro::FdWaits* waits, coro::Deadline until) noexcept {
    return socket_.repeat(
        waits, Side::write, [this] { return try_flush(); }, until);
}

// For answers of our own. If the socket is busy, the one who sends now, or the next one, sends them as well.
void WebSocketConnection::try_flush_unasked(coro::FdWaits* waits) noexcept {
    if (output_.empty() || socket_.fd() < 0 || socket_.in_use(Side::write)) return;
    socket_.begin(Side::write, waits == nullptr ? nullptr : waits->scheduler().current());
    (void)try_flush();
    socket_.end(Side::write);
}

}  // namespace tern::client
