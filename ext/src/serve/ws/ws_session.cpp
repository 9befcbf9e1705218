#include "serve/ws/ws_session.h"

#include <algorithm>
#include <cinttypes>

namespace tern::serve {

using http::ws::FrameHead;
using http::ws::Opcode;

namespace {

const http::ws::DeflateTerms* terms_of(const std::optional<http::ws::DeflateTerms>& terms) noexcept {
    return terms.has_value() ? &*terms : nullptr;
}

}  // namespace

WsSession::WsSession(WsTransport& transport, Context& context, int64_t id, const WsStart& start) noexcept
    : transport_(transport),
      context_(context),
      handler_(start.handler),
      options_(start.options),
      deflate_(start.deflate),
      reader_(http::ws::Sender::client, start.options.message, terms_of(deflate_), context.websockets.codecs),
      writer_(http::ws::Sender::server, deflate_,
              {start.options.deflater(http::ws::kMostWindowBits), start.options.compression_least},
              context.websockets.codecs),
      timer_([](void* self) { static_cast<WsSession*>(self)->on_timer(); }, this),
      id_(id),
      received_at_ms_(context.loop.now_ms()),
      message_at_ms_(received_at_ms_) {
    context_.websockets.add(id_, *this);
    context_.counters.websocket_num.increment();
    set_status(kStatusActive);
    schedule();
}

WsSession::~WsSession() { detach(); }

Error WsSession::push(Opcode opcode, Slice payload, PushFlags flags) noexcept {
    if (opcode == Opcode::close) return push_close(payload.view());
    if (Error error = check(opcode, payload.size()); error != Error::ok) return error;
    if (!has_room(payload.size(), options_.queue_bytes)) {
        refused_ = true;
        return Error::output_buffer_overflow;
    }
    const Result<FrameHead> head = writer_.begin_frame(opcode, payload, flags);
    if (!head.ok()) return head.error();
    if (!http::ws::is_control(opcode)) {
        message_at_ms_ = context_.loop.now_ms();
        if (head.value().fin) context_.counters.websocket_sent.increment();
    }
    send_frame(head.value(), std::move(payload));
    return Error::ok;
}

Error WsSession::check(Opcode opcode, size_t size) const noexcept {
    return state_ == State::open ? writer_.check(opcode, size) : Error::websocket_unconnected;
}

// An empty queue takes anything.
bool WsSession::has_room(uint64_t bytes, uint64_t limit) const noexcept {
    const uint64_t queued = transport_.queued();
    return queued == 0 || queued + bytes <= limit;
}

// A small payload is copied together with the head.
void WsSession::send_frame(const FrameHead& head, Slice payload) noexcept {
    std::array<char, http::ws::kMaxFrameHead + http::ws::kMaxControlPayload> bytes;
    size_t size = http::ws::write_frame_head(bytes.data(), head);
    if (payload.size() > http::ws::kMaxControlPayload) {
        transport_.send(Bytes(bytes.data(), size), std::move(payload));
        return;
    }
    if (!payload.empty()) std::memcpy(bytes.data() + size, payload.view().data(), payload.size());
    size += payload.size();
    transport_.send(Bytes(bytes.data(), size), Slice());
}

void WsSession::send_control(Opcode opcode, Bytes payload) noexcept {
    FrameHead head;
    head.opcode = opcode;
    head.length = payload.size();
    send_frame(head, Slice(payload));
}

Error WsSession::push_frame(SharedFrame& frame, QueueLimit limit) noexcept {
    if (Error error = check(frame.opcode(), 0); error != Error::ok) return error;
    Slice bytes;
    const bool fits = deflate_.has_value() && frame.window_bits() <= deflate_->server_max_window_bits;
    if (fits) bytes = frame.compressed();
    const bool compressed = !bytes.empty();
    if (!compressed) bytes = frame.plain();
    if (!has_room(bytes.size(), limit.bytes)) transport_.send_gathered();
    if (state_ != State::open) return Error::websocket_unconnected;
    if (!has_room(bytes.size(), limit.bytes)) {
        context_.counters.websocket_dropped.increment();
        if (limit.close_when_full) {
            on_lost("the client is too far behind");
            transport_.abort_transport();
        }
        return Error::output_buffer_overflow;
    }
    if (compressed) writer_.drop_context();
    message_at_ms_ = context_.loop.now_ms();
    context_.counters.websocket_sent.increment();
    transport_.send({}, std::move(bytes));
    return Error::ok;
}

Error WsSession::push_close(Bytes payload) noexcept {
    if (payload.size() > http::ws::kMaxControlPayload) return Error::data_length_too_large;
    const http::ws::CloseStatus status = http::ws::read_close(payload);
    if (status.violation) return Error::invalid_params;
    const Error error = close(status.code, status.reason);
    takes_late_ = error == Error::ok;
    return error;
}

void WsSession::send_close(uint16_t code, Bytes reason) noexcept {
    std::array<char, http::ws::kMaxControlPayload> payload;
    const size_t size = code == http::ws::kNoStatus ? 0 : http::ws::write_close(payload.data(), code, reason);
    state_ = State::closing;
    set_status(kStatusClosing);
    send_control(Opcode::close, Bytes(payload.data(), size));
}

Error WsSession::close(uint16_t code, Bytes reason) noexcept {
    if (state_ != State::open) return Error::websocket_unconnected;
    if (code != http::ws::kNoStatus && !http::ws::valid_close_code(code)) return Error::invalid_params;
    if (close_received_) {
        answer_close(code, reason);
        return Error::ok;
    }
    const bool was_paused = paused();
    send_close(code, reason);
    if (state_ != State::closing) return Error::ok;
    close_until_ms_ = context_.loop.now_ms() + options_.close_timeout_ms;
    schedule();
    if (was_paused) transport_.read_on();  // the client's close frame is awaited
    return Error::ok;
}

// --- Input

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

// --- Life

void WsSession::set_status(uint8_t status) noexcept {
    shm::SessionSlot* slot = context_.sessions.find(id_, context_.generation);
    if (slot != nullptr) slot->websocket_status.store(status, std::memory_order_relaxed);
}

void WsSession::detach() noexcept {
    if (state_ == State::ended) return;
    state_ = State::ended;
    context_.input.release(*this);
    timer_.stop();
    context_.websockets.remove(id_);
    context_.counters.websocket_num.decrement();
    writer_.release();
}

void WsSession::end(uint16_t code, Bytes reason, bool clean) noexcept {
    if (state_ == State::ended) return;
    detach();
    handler_.on_closed(*this, code, reason, clean);
}

void WsSession::finish(uint16_t code, Bytes reason, bool clean) noexcept {
    end(code, reason, clean);
    transport_.close_transport();
}

void WsSession::close_at_once(uint16_t code, Bytes reason) noexcept {
    if (state_ == State::open) send_close(code, reason);
    end(code, reason, false);
}

void WsSession::terminate() noexcept {
    if (state_ == State::open) send_close(leave_code(), {});
    detach();
}

void WsSession::on_lost(const char* why) noexcept {
    close_received_ ? end(close_code_, {}, false) : end(http::ws::kAbnormal, why, false);
}

void WsSession::on_sent() noexcept {
    if (state_ != State::open || !refused_ || transport_.queued() > options_.drained_bytes) return;
    refused_ = false;
    handler_.on_drained(*this);
}

// The client can connect to the new server at once.
uint16_t WsSession::leave_code() const noexcept {
    return context_.upgrade_stay_ms > 0 ? http::ws::kServiceRestart : http::ws::kGoingAway;
}

void WsSession::drain() noexcept {
    if (state_ != State::open || leave_at_ms_ != kNever) return;
    const int64_t delay_ms = std::max(options_.drain_delay_ms, context_.upgrade_stay_ms);
    leave_at_ms_ = context_.loop.now_ms() + delay_ms;
    delay_ms > 0 ? schedule() : on_timer();
}

int64_t WsSession::next_deadline_ms() const noexcept {
    int64_t next_ms = std::min(close_until_ms_, leave_at_ms_);
    if (state_ != State::open) return next_ms;
    if (options_.idle_timeout_ms > 0) next_ms = std::min(next_ms, message_at_ms_ + options_.idle_timeout_ms);
    if (pong_until_ms_ != kNever) return std::min(next_ms, pong_until_ms_);
    if (options_.ping_interval_ms > 0) next_ms = std::min(next_ms, received_at_ms_ + options_.ping_interval_ms);
    return next_ms;
}

// Deadlines move with every message, so the timer fires early and checks them then.
void WsSession::schedule() noexcept {
    const int64_t next_ms = next_deadline_ms();
    if (next_ms == kNever || (timer_.pending() && timer_.expires_ms() <= next_ms)) return;
    context_.loop.start_timer(timer_, next_ms - context_.loop.now_ms());
}

void WsSession::on_timer() noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (close_until_ms_ <= now_ms) {
        if (close_received_) return answer_close(close_code_, {});
        return finish(http::ws::kAbnormal, "the closing handshake timed out", false);
    }
    if (leave_at_ms_ <= now_ms) {
        leave_at_ms_ = kNever;
        (void)close(leave_code(), "the server restarts");
    } else if (options_.idle_timeout_ms > 0 && message_at_ms_ + options_.idle_timeout_ms <= now_ms) {
        (void)close(http::ws::kGoingAway, "idle");
    } else {
        on_silence(now_ms);
    }
    if (state_ != State::ended) schedule();
}

// A client whose input is paused, or with unsent output, cannot answer in time.
void WsSession::on_silence(int64_t now_ms) noexcept {
    if (state_ != State::open || options_.ping_interval_ms == 0) return;
    if (paused() || transport_.queued() > 0) {
        received_at_ms_ = now_ms;
        pong_until_ms_ = kNever;
    } else if (pong_until_ms_ <= now_ms) {
        on_lost("no pong came");
        transport_.abort_transport();
    } else if (pong_until_ms_ == kNever && received_at_ms_ + options_.ping_interval_ms <= now_ms) {
        pong_until_ms_ = now_ms + options_.pong_timeout_ms;
        send_control(http::ws::Opcode::ping, {});
    }
}

}  // namespace tern::serve
