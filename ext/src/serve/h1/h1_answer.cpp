// The output side of H1Connection: answers to bytes.
#include <algorithm>
#include <poll.h>
#include <sys/socket.h>

#include "protocol/http/chunked.h"
#include "protocol/http/content.h"
#include "protocol/http/h1_writer.h"
#include "serve/blocking_wait.h"
#include "serve/h1/h1_connection.h"
#include "serve/port.h"

namespace tern::serve {

void H1Connection::write_head(http::ResponseHead& head, http::Framing wanted) noexcept {
    has_content_ = http::frame(head, exchange_->is_head_request(), wanted);
    framing_ = head.framing;
    const Limits& limits = port_.limits();
    const bool was_last = limits.keep_alive_requests > 0 && requests_ >= limits.keep_alive_requests;
    const bool ends = port_.closing() || (port_.leaving() && !portable());
    if (ends || was_last || limits.keep_alive_timeout_ms == 0) head.keep_alive = false;
    if (phase_ == Phase::streaming && !can_outlive_answer(wanted == http::Framing::length)) head.keep_alive = false;
    keep_alive_ = keep_alive_ && head.keep_alive && head.framing != http::Framing::close;
    head.keep_alive = keep_alive_;
    head.version = exchange_->head.version;
    append_head(head);
}

void H1Connection::append_head(const http::ResponseHead& head) noexcept {
    Buffer& out = stream_.tail();
    const size_t begin = out.size();
    http::write_response_head(out, head, context_.date(), port_.server_line());
    if (exchange_ == nullptr || (head.status < 200 && head.status != 101)) return;
    exchange_->facts.status = head.status;
    const AccessLog* log = port_.access_log();
    if (log != nullptr && log->wants_answer_head()) exchange_->facts.answer_head = out.view().substr(begin);
}

Error H1Connection::inform(Exchange& exchange, const http::ResponseHead& head) {
    TERN_CHECK(&exchange == exchange_);
    TERN_CHECK(exchange.state() == AnswerState::none);
    if (exchange.head.version == http::Version::http10) return Error::operation_not_supported;
    if (must_wait()) return Error::output_buffer_overflow;
    http::write_interim_head(stream_.tail(), head);
    send_now();
    return phase_ == Phase::closed ? Error::session_closed_by_client : Error::ok;
}

Error H1Connection::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    TERN_CHECK(&exchange == exchange_);
    head.content_length = body.size();
    write_head(head, http::Framing::length);
    if (has_content_) {
        exchange.facts.body_bytes = body.size();
        stream_.append(std::move(body));
    }
    complete();
    return Error::ok;
}

Error H1Connection::respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) {
    BodyPart part{{}, std::move(file), offset, head.content_length};
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H1Connection::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    TERN_CHECK(&exchange == exchange_);
    write_head(head, http::Framing::length);
    for (BodyPart& part : has_content_ ? parts : std::span<BodyPart>()) {
        exchange.facts.body_bytes += part.bytes.size() + part.length;
        stream_.append(std::move(part.bytes));
        if (part.file.open()) stream_.append_file(std::move(part.file), part.offset, part.length);
    }
    complete();
    return Error::ok;
}

Error H1Connection::start(Exchange& exchange, http::ResponseHead& head) {
    TERN_CHECK(&exchange == exchange_);
    const bool can_chunk = exchange.head.version != http::Version::http10;
    write_head(head, can_chunk ? http::Framing::chunked : http::Framing::close);
    exchange.begin_pieces();
    return Error::ok;
}

Error H1Connection::write(Exchange& exchange, Slice piece) {
    TERN_CHECK(&exchange == exchange_);
    if (has_content_ && !piece.empty()) {
        bool chunked = framing_ == http::Framing::chunked;
        exchange.facts.body_bytes += piece.size();
        if (chunked) {
            char* place = stream_.tail().extend(http::kMaxChunkHead);
            stream_.tail().shrink(http::kMaxChunkHead - http::write_chunk_head(place, piece.size()));
        }
        stream_.append(std::move(piece));
        if (chunked) stream_.tail().append(http::kChunkEnd);
    }
    send_now();
    if (exchange_ == &exchange && must_wait()) waited_on_ = true;
    return phase_ == Phase::closed ? Error::session_closed_by_client : Error::ok;
}

// The handler may go on for long, and its client waits. The end of the connection, which the program is told of, waits
// for on_events() where that is on the stack: not within a call of the program.
void H1Connection::send_now() noexcept {
    const bool corked = stream_.corked();
    stream_.uncork();
    if (advancing_ && (phase_ == Phase::closing || port_.leaving())) {
        stalled_ = stream_.flush() == Error::would_block;
        count_sent();
        if (phase_ == Phase::closing && stream_.drained() && !cut_) end_output();
    } else {
        settle();
    }
    if (corked) stream_.cork();
}

Error H1Connection::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    TERN_CHECK(&exchange == exchange_);
    if (framing_ == http::Framing::chunked && has_content_) {
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
    send_now();
}

bool H1Connection::must_wait() const { return stream_.queued() > port_.limits().high_watermark; }

Error H1Connection::wait_for_room(Exchange& exchange) {
    if (settling_) return Error::output_buffer_overflow;  // only who is on this stack could send
    while (exchange_ == &exchange && stream_.queued() > port_.limits().low_watermark) {
        if (!wait_blocking(fd(), POLLOUT, port_.limits().send_timeout_ms)) {
            log_stalled_client();
            lose();
            return Error::timed_out;
        }
        send_now();
    }
    return exchange_ == &exchange ? Error::ok : Error::session_closed_by_client;
}

// The answer is queued whole: the connection is free for the next request.
void H1Connection::complete() noexcept {
    if (phase_ == Phase::streaming) return complete_early();
    bool client_goes_on = exchange_->head.keep_alive && !fin_seen_;
    drop_exchange(AnswerState::complete);
    if (keep_alive_) {
        await_request();
    } else {
        // Where the end is our wish, the client may be sending its next request now.
        begin_close(client_goes_on || (readable_ && !fin_seen_));
    }
    if (phase_ == Phase::idle && gathering_.now()) return;  // sent at the end of on_events()
    if (!advancing_ && phase_ == Phase::idle && unread().empty() && !readable_) release_block();
    send_now();
}

void H1Connection::await_request() noexcept {
    phase_ = Phase::idle;
    parser_.reset();
    set_deadline(input_deadline_ms_, port_.limits().keep_alive_timeout_ms);
}

void H1Connection::drop_exchange(AnswerState state) noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (let_go(state) && state == AnswerState::lost) port_.handler().on_client_gone(exchange);
    exchange.release();
}

// True when a handler has seen it.
bool H1Connection::let_go(AnswerState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    reader_.reset();
    waited_on_ = false;
    if (state == AnswerState::lost && framing_ == http::Framing::close && exchange.state() == AnswerState::streaming) {
        cut_ = true;
        stream_.reset_when_closed();
    }
    return end_exchange(exchange, state);
}

void H1Connection::log_access(AccessLog& log, Exchange& exchange, AnswerState state) noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const bool known = facts.request_bytes > 0;
    if (!known && facts.status == 0) return;  // who left in the middle of a head asked for nothing
    AccessEntry entry;
    describe(entry, exchange, state);
    if (!known) {
        entry.first_line = unread().substr(0, unread().find_first_of("\r\n"));
        entry.received_bytes = unread().size();
    }
    const uint64_t end = stream_.sent() + (entry.aborted ? 0 : stream_.queued());
    entry.sent_bytes = end > answer_mark_ ? end - answer_mark_ : 0;
    entry.body_bytes = std::min(facts.body_bytes, entry.sent_bytes);
    entry.keep_alive = state == AnswerState::complete && keep_alive_;
    answer_mark_ = stream_.sent() + stream_.queued();
    log.add(entry);
}

// Sends what can be sent, then does what follows from that.
void H1Connection::settle() noexcept {
    settle_again_ = true;
    if (settling_) return;
    settling_ = true;
    while (settle_again_ && phase_ != Phase::closed) {
        settle_again_ = false;
        Error error = stream_.flush();
        stalled_ = error == Error::would_block;
        count_sent();
        const bool gives_way = error == Error::output_send_yield;
        if (gives_way) context_.loop.defer(go_on_);
        if (error == Error::ok || stalled_ || gives_way) {
            after_flush();
        } else {
            lose();
        }
    }
    settling_ = false;
}

void H1Connection::after_flush() noexcept {
    bool relieved = stream_.queued() <= port_.limits().low_watermark;
    if (relieved && waited_on_) {
        waited_on_ = false;
        port_.handler().on_drained(*exchange_);
        if (phase_ == Phase::closed) return;
    }
    if (relieved && phase_ == Phase::idle && !advancing_ && (readable_ || !unread().empty()))
        context_.loop.defer(go_on_);
    if (stream_.drained()) {
        after_drained();
        return;
    }
    bool progress = stream_.sent() != progress_mark_;
    progress_mark_ = stream_.sent();
    if (port_.limits().send_timeout_ms > 0 && (progress || send_deadline_ms_ == kNever)) {
        set_deadline(send_deadline_ms_, port_.limits().send_timeout_ms);
    }
}

void H1Connection::after_drained() noexcept {
    send_deadline_ms_ = kNever;
    if (phase_ == Phase::closing) {
        on_last_word_sent();
    } else if (phase_ == Phase::idle && input_deadline_ms_ == kNever) {
        set_deadline(input_deadline_ms_, port_.limits().keep_alive_timeout_ms);
    }
    if (port_.leaving() && between_requests()) port_.part_with(*this);
}

// What the client reads to learn that the answer is whole, where nothing else says it.
void H1Connection::end_output() noexcept {
    stream_.say_goodbye();
    (void)::shutdown(fd(), SHUT_WR);
}

void H1Connection::on_last_word_sent() noexcept {
    if (!cut_) stream_.say_goodbye();
    if (!linger_ || cut_) {
        close_now();
        return;
    }
    (void)::shutdown(stream_.fd(), SHUT_WR);
    phase_ = Phase::lingering;
    readable_ = true;
    set_deadline(input_deadline_ms_, kLingerMs);
    discard_input();
}

}  // namespace tern::serve
