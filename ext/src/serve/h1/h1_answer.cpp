#include "serve/h1/h1_answer.h"

#include <poll.h>

#include "protocol/http/chunked.h"
#include "protocol/http/h1_writer.h"
#include "protocol/http/head.h"
#include "serve/blocking_wait.h"
#include "serve/h1/h1_connection.h"
#include "serve/refusal.h"
#include "serve/ws/ws_connection.h"

namespace tern::serve {

H1Connection& H1Answer::connection_of(const Exchange& exchange) noexcept {
    TERN_CHECK(&exchange == connection_.exchange_);
    return connection_;
}

// --- Heads

void H1Answer::write_head(http::ResponseHead& head, http::Framing wanted) noexcept {
    const Exchange& exchange = *connection_.exchange_;
    const ConnectionHost& host = connection_.host_;
    has_content_ = http::frame(head, exchange.is_head_request(), wanted);
    framing_ = head.framing;
    const Limits& limits = host.limits();
    const bool was_last = limits.keep_alive_requests > 0 && connection_.requests_ >= limits.keep_alive_requests;
    const bool ends = host.closing() || (host.leaving() && !connection_.portable());
    if (ends || was_last || limits.keep_alive_timeout_ms == 0) head.keep_alive = false;
    const bool whole = wanted == http::Framing::length;
    const bool is_early = connection_.phase_ == H1Connection::Phase::streaming;
    if (is_early && !connection_.body_.can_outlive_answer(whole)) head.keep_alive = false;
    keep_alive_ = keep_alive_ && head.keep_alive && head.framing != http::Framing::close;
    head.keep_alive = keep_alive_;
    head.version = exchange.head.version;
    append_head(head);
}

void H1Answer::append_head(const http::ResponseHead& head) noexcept {
    Buffer& out = connection_.stream_.tail();
    http::write_response_head(out, head, connection_.host_.own_lines());
    const bool is_final = head.status >= 200 || head.status == 101;
    if (is_final && connection_.exchange_ != nullptr) connection_.note_answer(*connection_.exchange_, head);
}

void H1Answer::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    append_head(refusal.head());
    connection_.stream_.tail().append(refusal.body());
    if (connection_.exchange_ != nullptr) connection_.exchange_->facts.body_bytes = refusal.body().size();
}

void H1Answer::write_unavailable() noexcept {
    http::ResponseHead head;
    head.status = 503;
    head.keep_alive = false;
    write_head(head, http::Framing::length);
}

Error H1Answer::inform(Exchange& exchange, const http::ResponseHead& head) {
    H1Connection& connection = connection_of(exchange);
    TERN_CHECK(exchange.state() == AnswerState::none);
    if (exchange.head.version == http::Version::http10) return Error::operation_not_supported;
    if (must_wait()) return Error::output_buffer_overflow;
    http::write_interim_head(connection.stream_.tail(), head);
    connection.flush();
    return connection.closed() ? Error::session_closed_by_client : Error::ok;
}

// --- Whole answers

Error H1Answer::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    H1Connection& connection = connection_of(exchange);
    head.content_length = body.size();
    write_head(head, http::Framing::length);
    if (has_content_) {
        exchange.facts.body_bytes = body.size();
        connection.stream_.append(std::move(body));
    }
    connection.complete();
    return Error::ok;
}

Error H1Answer::respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) {
    BodyPart part{{}, std::move(file), offset, head.content_length};
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H1Answer::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    H1Connection& connection = connection_of(exchange);
    write_head(head, http::Framing::length);
    net::Stream& stream = connection.stream_;
    for (BodyPart& part : has_content_ ? parts : std::span<BodyPart>()) {
        exchange.facts.body_bytes += part.bytes.size() + part.length;
        stream.append(std::move(part.bytes));
        if (part.file.open()) stream.append_file(std::move(part.file), part.offset, part.length);
    }
    connection.complete();
    return Error::ok;
}

// --- Answers in pieces

Error H1Answer::start(Exchange& exchange, http::ResponseHead& head) {
    (void)connection_of(exchange);
    const bool can_chunk = exchange.head.version != http::Version::http10;
    write_head(head, can_chunk ? http::Framing::chunked : http::Framing::close);
    exchange.begin_pieces();
    return Error::ok;
}

Error H1Answer::write(Exchange& exchange, Slice piece) {
    H1Connection& connection = connection_of(exchange);
    net::Stream& stream = connection.stream_;
    if (has_content_ && !piece.empty()) {
        const bool chunked = framing_ == http::Framing::chunked;
        exchange.facts.body_bytes += piece.size();
        if (chunked) {
            char* place = stream.tail().extend(http::kMaxChunkHead);
            stream.tail().shrink(http::kMaxChunkHead - http::write_chunk_head(place, piece.size()));
        }
        stream.append(std::move(piece));
        if (chunked) stream.tail().append(http::kChunkEnd);
    }
    connection.flush();
    if (connection.exchange_ == &exchange && must_wait()) waited_on_ = true;
    return connection.closed() ? Error::session_closed_by_client : Error::ok;
}

Error H1Answer::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    H1Connection& connection = connection_of(exchange);
    if (framing_ == http::Framing::chunked && has_content_) append_trailers(trailers, trailer_count);
    connection.complete();
    return Error::ok;
}

void H1Answer::append_trailers(const http::Field* trailers, size_t trailer_count) noexcept {
    Buffer& out = connection_.stream_.tail();
    out.append("0\r\n");
    for (size_t i = 0; i < trailer_count; ++i) {
        out.append(trailers[i].name);
        out.append(": ");
        out.append(trailers[i].value);
        out.append("\r\n");
    }
    out.append("\r\n");
}

// --- Bodies, waits, and the end

void H1Answer::read_on(Exchange& exchange) { connection_of(exchange).body_.read_on(exchange); }

void H1Answer::gather_body(Exchange& exchange) { connection_of(exchange).body_.gather(exchange); }

uint64_t H1Answer::queued() const { return connection_.stream_.queued(); }

bool H1Answer::must_wait() const { return queued() > connection_.host_.limits().high_watermark; }

Error H1Answer::wait_for_room(Exchange& exchange) {
    H1Connection& connection = connection_;
    const Limits& limits = connection.host_.limits();
    if (connection.is_flushing()) return Error::output_buffer_overflow;  // the sender itself is below on the stack
    while (connection.exchange_ == &exchange && queued() > limits.low_watermark) {
        if (!wait_blocking(connection.fd(), POLLOUT, limits.send_timeout_ms)) {
            connection.on_stalled();
            return Error::timed_out;
        }
        connection.flush();
    }
    return connection.exchange_ == &exchange ? Error::ok : Error::session_closed_by_client;
}

void H1Answer::abort(Exchange& exchange) {
    H1Connection& connection = connection_of(exchange);
    connection.context_.counters.abort_count.increment();
    connection.abort_exchange();
    if (connection.closed()) return;
    connection.finish(H1Connection::Finish::plain);
    connection.flush();
}

Result<WsSession*> H1Answer::upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) {
    H1Connection& connection = connection_of(exchange);
    if (connection.phase_ != H1Connection::Phase::handling) return Error::operation_not_supported;  // body incomplete
    head.version = http::Version::http11;
    append_head(head);
    // A client that has this answer is a WebSocket for all workers, even before its session is made here.
    if (connection.slot_ != nullptr) {
        connection.slot_->websocket_status.store(WsSession::kStatusActive, std::memory_order_relaxed);
    }
    (void)connection.flush_stream();  // the next owner sends the rest
    (void)connection.release_exchange(AnswerState::complete);
    ConnectionHost& host = connection.host_;
    auto fresh = std::make_unique<WsConnection>(host, connection.take_stream(), connection.info_, start);
    WsConnection& now = *fresh;
    host.replace(connection, std::move(fresh), connection.unread());
    if (now.closed()) return Error::session_closed;
    return &now.session();
}

}  // namespace tern::serve
