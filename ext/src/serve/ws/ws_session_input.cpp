// The input side of WsSession: turns bytes into messages.
#include <cinttypes>

#include "serve/ws/ws_session.h"

namespace tern::serve {

using http::ws::MessageStep;
using http::ws::Opcode;

namespace {
constexpr http::ws::Violation kNoRoom{http::ws::kTryAgainLater,
                                      "no memory for the message: see worker_input_buffer_size"};
}  // namespace

bool WsSession::paused() const noexcept {
    if (state_ != State::open || close_received_) return false;  // the client's close frame is awaited, or known
    return handled_ >= options_.handled_messages || handled_bytes_ >= options_.handled_bytes;
}

void WsSession::begin(uint64_t bytes) noexcept {
    ++handled_;
    handled_bytes_ += bytes;
}

void WsSession::done(uint64_t bytes) noexcept {
    const bool was_paused = paused();
    TERN_CHECK(handled_ > 0);
    --handled_;
    handled_bytes_ -= bytes;
    if (state_ == State::ended) return;
    if (was_paused && !paused()) return transport_.read_on();
    if (close_received_ && handled_ == 0 && !delivering_) answer_close(close_code_, {});
}

size_t WsSession::receive(char* in, size_t size) noexcept {
    received_at_ms_ = context_.loop.now_ms();
    pong_until_ms_ = kNever;
    size_t taken = 0;
    while (taken < size && !paused()) {
        if (state_ == State::ended || close_received_) return size;
        const MessageStep step = reader_.feed(in + taken, size - taken);
        taken += step.consumed;
        more_arrived_ = taken < size;
        switch (step.state) {
            case MessageStep::State::more: count_message(); break;
            case MessageStep::State::message:
                context_.input.release(*this);
                take_message(step);
                reader_.release();
                break;
            case MessageStep::State::control: take_control(step); break;
            case MessageStep::State::failed: violate(step.violation); break;
        }
    }
    return taken;
}

// The memory of a message that still arrives. What the program gets has limits of its own.
void WsSession::count_message() noexcept {
    const uint64_t bytes = reader_.memory();
    if (bytes == input_bytes() || context_.input.set(*this, bytes)) return;
    violate(kNoRoom);
}

void WsSession::drop_input() noexcept {
    context_.input.release(*this);
    reader_.abandon(kNoRoom);
}

// While closing, reading does not pause: what cannot be handled is dropped.
bool WsSession::takes_messages() const noexcept {
    if (state_ == State::open) return true;
    return state_ == State::closing && takes_late_ && handled_ < options_.handled_messages &&
           handled_bytes_ < options_.handled_bytes;
}

void WsSession::take_message(const MessageStep& step) noexcept {
    message_at_ms_ = received_at_ms_;
    if (!takes_messages()) return;
    context_.counters.websocket_received.increment();
    deliver(step);
}

void WsSession::deliver(const MessageStep& step) noexcept {
    const WsHandler::Message message{step.opcode, step.payload, step.compressed};
    delivering_ = true;
    gathering_.begin(context_.loop, more_arrived_);
    handler_.on_message(*this, message);
    gathering_.end(context_.loop);
    delivering_ = false;
}

void WsSession::take_control(const MessageStep& step) noexcept {
    if (step.opcode == Opcode::close) return take_close(step);
    if (state_ != State::open) return;
    if (step.opcode == Opcode::pong) {
        if (options_.passes_pong) deliver(step);
    } else if (options_.passes_ping) {
        deliver(step);
    } else if (has_room(step.payload.size(),
                        options_.queue_bytes)) {  // without room there is no pong: the pong to a later ping is enough
        send_control(Opcode::pong, step.payload);
    }
}

void WsSession::take_close(const MessageStep& step) noexcept {
    const http::ws::CloseStatus status = http::ws::read_close(step.payload);
    if (status.violation) return violate(status.violation);
    if (state_ == State::closing) return finish(status.code, status.reason, true);
    close_received_ = true;
    close_code_ = status.code;
    close_reason_ = status.reason;
    if (options_.passes_close) deliver(step);
    if (state_ == State::ended) return;
    // A program that handles the frame may still answer with another code.
    if (!options_.passes_close || handled_ == 0) return answer_close(close_code_, {});
    close_reason_ = {};  // its bytes become invalid
    close_until_ms_ = context_.loop.now_ms() + options_.close_timeout_ms;
    schedule();
}

// The client gets its own code back, unless the program sets another one.
void WsSession::answer_close(uint16_t code, Bytes reason) noexcept {
    send_close(code, reason);
    finish(close_code_, close_reason_, true);
}

void WsSession::violate(const http::ws::Violation& violation) noexcept {
    context_.counters.websocket_errors.increment();
    context_.log.print(LogLevel::notice, "WebSocket %" PRId64 " is closed with %d: %s", id_, violation.code,
                       violation.reason);
    if (state_ == State::open) send_close(violation.code, violation.reason);
    finish(violation.code, violation.reason, false);
}

}  // namespace tern::serve
