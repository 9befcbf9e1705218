// The output side of WsSession: turns messages into frames.
#include "serve/ws/ws_session.h"

#include "base/owned_slice.h"

namespace tern::serve {

using http::ws::FrameHead;
using http::ws::is_control;
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
    if (Error error = check_order(opcode, payload.size()); error != Error::ok) return error;
    if (!has_room(payload.size(), options_.queue_bytes)) {
        refused_ = true;
        return Error::output_buffer_overflow;
    }
    const bool data = !is_control(opcode);
    const bool begins = data && opcode != Opcode::continuation;
    const bool compressed = data && (begins ? wants_compression(payload.size(), flags) : sending_compressed_);
    const bool fin = flags.fin || !data;
    if (compressed) {
        Buffer out;
        if (!compress(payload.view(), fin, out)) return Error::malloc_fail;
        payload = slice_of(std::move(out));
    }
    if (data) {
        sending_fragments_ = !fin;
        sending_compressed_ = compressed && !fin;
        message_at_ms_ = context_.loop.now_ms();
        if (fin) context_.counters.websocket_sent.increment();
    }
    send_frame(opcode, std::move(payload), fin, compressed && begins);
    return Error::ok;
}

Error WsSession::check_order(Opcode opcode, size_t size) const noexcept {
    if (state_ != State::open) return Error::websocket_unconnected;
    switch (opcode) {
        case Opcode::ping:
        case Opcode::pong: return size > http::ws::kMaxControlPayload ? Error::data_length_too_large : Error::ok;
        case Opcode::text:
        case Opcode::binary: return sending_fragments_ ? Error::websocket_bad_opcode : Error::ok;
        case Opcode::continuation: return sending_fragments_ ? Error::ok : Error::websocket_bad_opcode;
        default: return Error::websocket_bad_opcode;
    }
}

// An empty queue takes anything.
bool WsSession::has_room(uint64_t bytes, uint64_t limit) const noexcept {
    const uint64_t queued = transport_.queued();
    return queued == 0 || queued + bytes <= limit;
}

bool WsSession::wants_compression(size_t size, PushFlags flags) const noexcept {
    return flags.compress && deflate_.has_value() && (size >= options_.compression_least || !flags.fin);
}

// A session that keeps no compression context borrows a compressor for one message.
bool WsSession::compress(Bytes payload, bool fin, Buffer& out) noexcept {
    http::ws::CodecPool& pool = context_.websockets.codecs;
    if (deflater_ == nullptr) deflater_ = pool.take_deflater(options_.deflater(deflate_->server_max_window_bits));
    if (deflater_ == nullptr) return false;
    if (!deflater_->deflate(payload, fin, out)) {
        deflater_.reset();
        return false;
    }
    if (fin && deflate_->server_no_context_takeover) pool.give_back(std::move(deflater_));
    return true;
}

// A small payload is copied together with the head.
void WsSession::send_frame(Opcode opcode, Slice payload, bool fin, bool compressed) noexcept {
    FrameHead head;
    head.opcode = opcode;
    head.length = payload.size();
    head.fin = fin;
    head.compressed = compressed;
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

Error WsSession::push_frame(SharedFrame& frame, QueueLimit limit) noexcept {
    if (Error error = check_order(frame.opcode(), 0); error != Error::ok) return error;
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
    if (compressed && deflater_ != nullptr) deflater_->reset();
    message_at_ms_ = context_.loop.now_ms();
    context_.counters.websocket_sent.increment();
    transport_.send({}, std::move(bytes));
    return Error::ok;
}

Error WsSession::push_close(Bytes payload) noexcept {
    if (payload.size() > http::ws::kMaxControlPayload) return Error::data_length_too_large;
    const http::ws::CloseStatus status = http::ws::read_close(payload);
    if (status.violation) return Error::invalid_params;
    return close(status.code, status.reason);
}

void WsSession::send_close(uint16_t code, Bytes reason) noexcept {
    std::array<char, http::ws::kMaxControlPayload> payload;
    const size_t size = code == http::ws::kNoStatus ? 0 : http::ws::write_close(payload.data(), code, reason);
    state_ = State::closing;
    set_status(kStatusClosing);
    send_frame(Opcode::close, Slice(Bytes(payload.data(), size)), true, false);
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
