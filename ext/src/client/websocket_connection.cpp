#include "client/websocket_connection.h"

#include <algorithm>
#include <sys/random.h>

namespace tern::client {

using http::ws::FrameHead;
using http::ws::MessageStep;
using http::ws::Opcode;
using Side = Socket::Side;

namespace {

constexpr size_t kReadBytes = 16 * 1024;

const http::ws::DeflateTerms* terms_of(const std::optional<http::ws::DeflateTerms>& terms) noexcept {
    return terms.has_value() ? &*terms : nullptr;
}

}  // namespace

WebSocketConnection::WebSocketConnection(Socket& socket, const Options& options,
                                         const std::optional<http::ws::DeflateTerms>& terms, Codecs codecs) noexcept
    : socket_(socket),
      options_(options),
      compresses_(terms.has_value()),
      codecs_(std::move(codecs)),
      reader_(http::ws::Sender::server, options.message, terms_of(terms), *codecs_),
      writer_(http::ws::Sender::client, terms, options.compression, *codecs_) {}

Result<WebSocketConnection::Message> WebSocketConnection::receive(coro::FdWaits* waits, coro::Deadline until) noexcept {
    why_ = nullptr;
    if (answers_close_) answer_close();
    for (;;) {
        Message message;
        const Result<bool> taken = state_ == State::ended ? Result<bool>(true) : take_step(message);
        try_flush_unasked(waits);
        if (!taken.ok()) return taken.error();
        if (taken.value()) return message;
        if (used_ < input_.size() || state_ == State::ended) continue;
        const Error error = fill(waits, until);
        if (error != Error::ok) return error;
    }
}

// True: there is something for the program.
Result<bool> WebSocketConnection::take_step(Message& message) noexcept {
    const MessageStep step = reader_.feed(input_.bytes() + used_, input_.size() - used_);
    used_ += step.consumed;
    if (step.state == MessageStep::State::failed) return violate(step.violation);
    if (step.state == MessageStep::State::more) return false;
    const bool control = step.state == MessageStep::State::control;
    // After our close frame only the server's is of interest.
    if (state_ == State::closing && !(control && step.opcode == Opcode::close)) return false;
    if (control && !take_control(step)) return why_ == nullptr ? Result<bool>(false) : Error::protocol_error;
    message = {step.opcode, step.compressed, step.payload};
    return true;
}

// True: the program gets it.
bool WebSocketConnection::take_control(const MessageStep& step) noexcept {
    if (step.opcode == Opcode::pong) return options_.passes_pong;
    if (step.opcode == Opcode::ping) {
        if (options_.passes_ping) return true;
        add_control(Opcode::pong, step.payload);
        return false;
    }
    take_close(step.payload);
    return options_.passes_close && why_ == nullptr;
}

void WebSocketConnection::take_close(Bytes payload) noexcept {
    const http::ws::CloseStatus status = http::ws::read_close(payload);
    if (status.violation) {
        (void)violate(status.violation);
        return;
    }
    close_code_ = status.code;
    close_reason_ = status.reason;
    answers_close_ = state_ == State::open;
    if (!options_.passes_close && answers_close_) answer_close();
    if (!answers_close_) state_ = State::ended;
}

// The server gets its own code back.
void WebSocketConnection::answer_close() noexcept {
    answers_close_ = false;
    if (state_ == State::open) add_close(close_code_, {});
    state_ = State::ended;
}

Error WebSocketConnection::violate(const http::ws::Violation& violation) noexcept {
    if (state_ == State::open) add_close(violation.code, violation.reason);
    state_ = State::ended;
    close_code_ = violation.code;
    close_reason_ = violation.reason;
    why_ = violation.reason;
    return Error::protocol_error;
}

void WebSocketConnection::release() noexcept {
    reader_.release();
    if (used_ < input_.size()) return;
    used_ = 0;
    input_.release();
}

Result<size_t> WebSocketConnection::try_fill() noexcept {
    char* place = input_.extend(kReadBytes);
    const Result<size_t> got = socket_.try_receive(place, kReadBytes);
    input_.shrink(kReadBytes - (got.ok() ? got.value() : 0));
    if (input_.empty()) input_.release();
    return got;
}

// The reader has taken all input, so the buffer can be freed while this waits.
Error WebSocketConnection::fill(coro::FdWaits* waits, coro::Deadline until) noexcept {
    used_ = 0;
    input_.clear();
    bool ended = false;
    const Error error = socket_.repeat(
        waits, Side::read,
        [&] {
            const Result<size_t> got = try_fill();
            ended = got.ok() && got.value() == 0;
            return got.error();
        },
        until);
    if (error != Error::ok || !ended) return error;
    state_ = State::ended;
    if (close_code_ == 0) close_code_ = http::ws::kAbnormal;
    return reader_.between_messages() ? Error::ok : Error::connection_reset;
}

// --- Sending

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
