// The output side of WsSession: turns messages into frames.
#include "serve/ws/ws_session.h"

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

}  // namespace tern::serve
