// WebSockets of a client: receiving.
#include "client/websocket_connection.h"

#include <algorithm>

namespace tern::client {

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

}  // namespace tern::client
