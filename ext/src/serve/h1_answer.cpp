// The output side of H1Connection: answers to bytes.
#include <sys/socket.h>

#include "http/chunked.h"
#include "http/h1_writer.h"
#include "serve/h1_connection.h"
#include "serve/port.h"

namespace tern::serve {

void H1Connection::write_head(http::ResponseHead& head) noexcept {
    if (port_.closing()) head.keep_alive = false;
    keep_alive_ = keep_alive_ && head.keep_alive && head.framing != http::Framing::close;
    head.keep_alive = keep_alive_;
    head.version = exchange_->head.version;
    http::write_response_head(stream_.tail(), head, context_.date());
}

Error H1Connection::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    TERN_CHECK(&exchange == exchange_);
    if (head.framing == http::Framing::length) head.content_length = body.size();
    bool with_body = head.framing != http::Framing::none && !exchange.is_head_request();
    write_head(head);
    if (with_body) stream_.append(std::move(body));
    complete();
    return Error::ok;
}

Error H1Connection::respond_file(Exchange& exchange, http::ResponseHead& head, net::Fd file, off_t offset) {
    TERN_CHECK(&exchange == exchange_);
    write_head(head);
    if (!exchange.is_head_request()) stream_.append_file(std::move(file), offset, head.content_length);
    complete();
    return Error::ok;
}

Error H1Connection::start(Exchange& exchange, http::ResponseHead& head) {
    TERN_CHECK(&exchange == exchange_);
    if (head.framing != http::Framing::none) {
        bool can_chunk = exchange.head.version != http::Version::http10;
        head.framing = can_chunk ? http::Framing::chunked : http::Framing::close;
    }
    write_head(head);
    exchange.state_ = AnswerState::streaming;
    return Error::ok;
}

Error H1Connection::write(Exchange& exchange, Slice piece) {
    TERN_CHECK(&exchange == exchange_);
    if (!exchange.is_head_request() && !piece.empty()) {
        bool chunked = exchange.head.version != http::Version::http10;
        if (chunked) {
            char* place = stream_.tail().extend(http::kMaxChunkHead);
            stream_.tail().shrink(http::kMaxChunkHead - http::write_chunk_head(place, piece.size()));
        }
        stream_.append(std::move(piece));
        if (chunked) stream_.tail().append(http::kChunkEnd);
    }
    if (stream_.corked()) {
        // Streams are for clients that wait for each piece: no gathering.
        stream_.uncork();
        settle();
        if (phase_ == Phase::handling) stream_.cork();
    } else {
        settle();
    }
    return phase_ == Phase::closed ? Error::session_closed_by_client : Error::ok;
}

Error H1Connection::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    TERN_CHECK(&exchange == exchange_);
    if (!exchange.is_head_request() && exchange.head.version != http::Version::http10) {
        Buffer& out = stream_.tail();
        out.append("0\r\n");
        for (size_t i = 0; i < trailer_count; ++i) {
            out.append(trailers[i].name);
            out.append(": ");
            out.append(trailers[i].value);
            out.append("\r\n");
        }
        out.append("\r\n");
    }
    complete();
    return Error::ok;
}

void H1Connection::abort(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    context_.counters.abort_count.increment();
    drop_exchange(AnswerState::lost);
    if (phase_ == Phase::closed) return;
    begin_close(false);
    if (!stream_.corked()) settle();
}

bool H1Connection::must_wait() const {
    return stream_.queued() > port_.limits().high_watermark;
}

// The answer is queued whole: the connection is free for the next request.
void H1Connection::complete() noexcept {
    drop_exchange(AnswerState::complete);
    if (phase_ == Phase::closed) return;
    if (keep_alive_ && !end_of_stream_) {
        phase_ = Phase::idle;
        parser_.reset();
        set_deadline(port_.limits().keep_alive_timeout_ms);
    } else {
        keep_alive_ = false;
        begin_close(readable_ && !end_of_stream_);
    }
    if (advancing_) return;
    if (phase_ == Phase::idle && (readable_ || !unread().empty())) context_.loop.defer(go_on_);
    if (!stream_.corked()) settle();
}

void H1Connection::drop_exchange(AnswerState state) noexcept {
    Exchange* exchange = std::exchange(exchange_, nullptr);
    reader_.reset();
    bool was_dispatched = exchange->responder_ != nullptr;
    exchange->responder_ = nullptr;
    exchange->state_ = state;
    if (was_dispatched) {
        context_.counters.concurrency.decrement();
        if (state == AnswerState::complete) context_.counters.response_count.increment();
        port_.on_answered();
        if (state == AnswerState::lost) port_.handler().on_client_gone(*exchange);
    }
    exchange->release();
}

// Sends what can be sent, then does what follows from that.
void H1Connection::settle() noexcept {
    settle_again_ = true;
    if (settling_) return;
    settling_ = true;
    while (settle_again_ && phase_ != Phase::closed) {
        settle_again_ = false;
        Error error = stream_.flush();
        if (stream_.sent() != counted_sent_) {
            count_sent();
            if (slot_ != nullptr) slot_->last_send_time_us.store(context_.wall_us(), std::memory_order_relaxed);
        }
        if (error == Error::ok || error == Error::would_block) {
            after_flush();
        } else {
            lose();
        }
    }
    settling_ = false;
}

void H1Connection::after_flush() noexcept {
    if (waited_on_ && stream_.queued() <= port_.limits().low_watermark && exchange_ != nullptr) {
        waited_on_ = false;
        port_.handler().on_drained(*exchange_);
        if (phase_ == Phase::closed) return;
    }
    if (!stream_.drained()) {
        if (must_wait()) waited_on_ = true;
        if (stream_.sent() != progress_mark_ || deadline_ms_ == kNever) set_deadline(port_.limits().send_timeout_ms);
        progress_mark_ = stream_.sent();
        return;
    }
    if (phase_ == Phase::handling) deadline_ms_ = kNever;
    if (phase_ == Phase::closing) {
        if (!linger_) {
            close_now();
            return;
        }
        (void)::shutdown(stream_.fd(), SHUT_WR);
        phase_ = Phase::lingering;
        readable_ = true;
        set_deadline(kLingerMs);
        discard_input();
        return;
    }
    if (port_.leaving() && between_requests()) port_.part_with(*this);
}

}  // namespace tern::serve
