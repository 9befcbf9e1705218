// The answer of H2Stream, and its life.
#include "serve/h2/h2_stream.h"

#include <algorithm>
#include <string>

#include "protocol/http/content.h"
#include "serve/h2/h2_connection.h"
#include "serve/port.h"
#include "serve/refusal.h"

namespace tern::serve {

H2Stream::H2Stream(H2Connection& connection, int32_t id, Exchange& exchange) noexcept
    : connection_(connection), exchange_(&exchange), id_(id) {}

void H2Stream::accept(bool has_body) noexcept {
    ended_ = !has_body;
    body_began_ms_ = connection_.now_ms();
    if (has_body && (exchange_->head.chunked || exchange_->head.content_length > 0)) return begin_body();
    arrived_ = true;
    if (!ended_) return await_body();
    ready_ = true;
    note_news();
}

// The first reason counts.
void H2Stream::refuse(int status, const char* reason) noexcept {
    if (refused_ != 0) return;
    refused_ = status;
    refusal_ = reason;
    ready_ = false;
    body_deadline_ms_ = kNever;
    note_news();
}

void H2Stream::note_news() noexcept { connection_.on_news(*this); }

void H2Stream::deliver() noexcept {
    if (closed_ && exchange_ != nullptr) drop_exchange();
    if (exchange_ != nullptr && refused_ != 0) {
        fail(std::exchange(refused_, 0), refusal_);
    } else if (exchange_ != nullptr && ready_) {
        dispatch();
    }
    if (websocket_ != nullptr && !tunnel_over_) serve_tunnel();
    if (body_news_ && !ready_) tell_of_body();
    if (waited_on_ && has_room()) tell_of_room();
    if (done()) connection_.retire(*this);
}

// While the client leaves too much of other answers where it is, its request waits.
void H2Stream::dispatch() noexcept {
    connection_.waited_on_ = connection_.waited_on_ || connection_.is_full();
    if (connection_.is_full()) return;
    ready_ = false;
    connection_.dispatch(*exchange_, *this);
}

// A handler that has the request already is told as if the client had left, and the client why.
void H2Stream::fail(int status, const char* reason) noexcept {
    connection_.log_rejection(status, reason);
    exchange_->body.break_off(status);
    if (exchange_->state() == AnswerState::none) {
        write_refusal(status);
    } else {
        connection_.session().reset(id_, http::h2::ErrorCode::internal_error);
    }
    connection_.send_soon();
    drop_exchange();
}

void H2Stream::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    http::ResponseHead head = refusal.head();
    exchange_->facts.body_bytes = refusal.body().size();
    if (!write_head(head, true)) return;
    push({Slice(refusal.body()), {}, 0, 0});
    finished_ = true;
}

// True when a body follows.
bool H2Stream::write_head(http::ResponseHead& head, bool whole) noexcept {
    head.version = http::Version::http2;
    has_content_ =
        http::frame(head, exchange_->is_head_request(), whole ? http::Framing::length : http::Framing::chunked);
    const bool ends = !has_content_ || (whole && head.content_length == 0);
    exchange_->facts.status = head.status;
    const http::h2::OwnFields own = connection_.own_fields();
    connection_.note_answer_head(*exchange_, head, own);
    connection_.session().respond(id_, head, own, ends);
    moved_at_ms_ = connection_.now_ms();
    return !ends;
}

// Whoever writes to a stream that is gone learns of it later.
void H2Stream::push(BodyPart part) noexcept {
    if (closed_ || connection_.is_dropped_) return;
    const uint64_t before = parts_.size();
    parts_.push(std::move(part));
    connection_.queued_ += parts_.size() - before;
    note_memory();
    connection_.bound_unsent_answers();
}

void H2Stream::note_memory() noexcept {
    if (parts_.memory() == 0 && unsent_ == 0) return;
    const uint64_t before = std::exchange(unsent_, parts_.memory());
    connection_.hold_unsent(before, unsent_);
}

void H2Stream::drop_parts() noexcept {
    connection_.queued_ -= parts_.size();
    parts_.clear();
    note_memory();
}

void H2Stream::drop_answer() noexcept {
    drop_parts();
    finished_ = false;  // what was sent of it is not to look whole
}

Error H2Stream::inform(Exchange& exchange, const http::ResponseHead& head) {
    TERN_CHECK(&exchange == exchange_);
    TERN_CHECK(exchange.state() == AnswerState::none);
    if (connection_.clogged()) return Error::output_buffer_overflow;
    connection_.session().inform(id_, head);
    connection_.send_now();
    return exchange_ == nullptr ? Error::session_closed_by_client : Error::ok;
}

Error H2Stream::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    BodyPart part{std::move(body), {}, 0, 0};
    head.content_length = part.bytes.size();
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H2Stream::respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) {
    BodyPart part{{}, std::move(file), offset, head.content_length};
    return respond_parts(exchange, head, std::span<BodyPart>(&part, 1));
}

Error H2Stream::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    TERN_CHECK(&exchange == exchange_);
    if (closed_ || connection_.is_dropped_) return drop_unsendable();
    if (write_head(head, true)) {
        for (BodyPart& part : parts) {
            exchange.facts.body_bytes += part.file.open() ? part.length : part.bytes.size();
            push(std::move(part));
        }
    }
    complete();
    return Error::ok;
}

Error H2Stream::start(Exchange& exchange, http::ResponseHead& head) {
    TERN_CHECK(&exchange == exchange_);
    if (closed_) return drop_unsendable();
    (void)write_head(head, false);
    exchange.begin_pieces();
    connection_.send_soon();
    return Error::ok;
}

Error H2Stream::write(Exchange& exchange, Slice piece) {
    TERN_CHECK(&exchange == exchange_);
    if (is_gone()) return drop_unsendable();
    if (has_content_ && !piece.empty()) {
        exchange.facts.body_bytes += piece.size();
        if (parts_.size() == 0) moved_at_ms_ = connection_.now_ms();
        push({std::move(piece), {}, 0, 0});
        connection_.session().resume(id_);
    }
    connection_.send_now();
    if (exchange_ != &exchange) return Error::session_closed_by_client;
    if (must_wait()) waited_on_ = connection_.waited_on_ = true;
    return Error::ok;
}

Error H2Stream::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    TERN_CHECK(&exchange == exchange_);
    if (is_gone()) return drop_unsendable();
    for (size_t i = 0; has_content_ && i < trailer_count; ++i) {
        trailers_.emplace_back(trailers[i].name, trailers[i].value);
    }
    complete();
    return Error::ok;
}

void H2Stream::abort(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    connection_.context_.counters.abort_count.increment();
    cut(http::h2::ErrorCode::internal_error);
}

void H2Stream::cut(http::h2::ErrorCode code) noexcept {
    connection_.session().reset(id_, code);
    drop_exchange();
    connection_.send_now();
}

bool H2Stream::is_gone() const noexcept { return closed_ || exchange_ == nullptr || connection_.is_lost(); }

// The handler learns from what it does next that nobody is there.
Error H2Stream::drop_unsendable() noexcept {
    drop_exchange();
    return Error::session_closed_by_client;
}

bool H2Stream::must_wait() const {
    const Limits& limits = connection_.port_.limits();
    return parts_.size() > 0 && (parts_.size() > limits.high_watermark || connection_.queued_ > limits.high_watermark);
}

bool H2Stream::has_room() const noexcept {
    const Limits& limits = connection_.port_.limits();
    if (parts_.size() == 0) return true;
    return parts_.size() <= limits.low_watermark && connection_.queued_ <= limits.high_watermark;
}

void H2Stream::note_room() noexcept {
    const bool waits = exchange_ != nullptr && ready_;
    if (!waited_on_ && !waits) return;
    if (waits ? !connection_.is_full() : has_room()) {
        note_news();
    } else {
        connection_.waited_on_ = true;
    }
}

void H2Stream::tell_of_room() noexcept {
    waited_on_ = false;
    if (exchange_ == nullptr) return;
    Exchange& exchange = *exchange_;
    exchange.retain();
    connection_.port_.handler().on_drained(exchange);
    exchange.release();
}

// The answer is queued whole.
void H2Stream::complete() noexcept {
    finished_ = true;
    if (exchange_->state() == AnswerState::streaming) connection_.session().resume(id_);
    Exchange& exchange = *exchange_;
    exchange.retain();
    const bool awaited = streaming_;
    const bool handled = end_exchange(AnswerState::complete);
    connection_.send_answer();
    if (awaited && handled) connection_.port_.handler().on_body(exchange);  // a coroutine may still wait for it
    exchange.release();
}

// True when a handler has seen it.
bool H2Stream::end_exchange(AnswerState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    reader_.reset();
    held_.release();
    if (!tunnel_) waiting_.release();
    waited_on_ = body_news_ = streaming_ = false;
    body_deadline_ms_ = kNever;
    if (closed_) note_news();  // it is done
    return connection_.end_exchange(exchange, state);
}

void H2Stream::drop_exchange() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (end_exchange(AnswerState::lost)) connection_.port_.handler().on_client_gone(exchange);
    exchange.release();
}

void H2Stream::lose() noexcept {
    leave_tunnel("the connection ended");
    if (exchange_ != nullptr) drop_exchange();
}

void H2Stream::let_go() noexcept {
    forget_tunnel();
    drop_answer();
    if (exchange_ != nullptr) (void)end_exchange(AnswerState::lost);
}

void H2Stream::give_up() noexcept {
    if (websocket_ != nullptr) websocket_->session().give_up();
    if (exchange_ == nullptr || exchange_->responder() != this || exchange_->state() != AnswerState::none) return;
    http::ResponseHead head;
    head.status = 503;
    (void)write_head(head, true);
    (void)end_exchange(AnswerState::complete);
}

http::h2::Pull H2Stream::on_pull(size_t most) {
    http::h2::Pull pull;
    pull.bytes = static_cast<size_t>(std::min<uint64_t>(most, parts_.size()));
    pull.end = finished_ && pull.bytes == parts_.size();
    pull.trailers_next = pull.end && !trailers_.empty();
    return pull;
}

void H2Stream::on_put(Buffer& out, size_t count) {
    moved_at_ms_ = connection_.now_ms();
    connection_.queued_ -= count;
    if (websocket_ != nullptr) note_news();
    const bool whole = parts_.put(out, count);
    note_memory();
    if (!whole) connection_.session().reset(id_, http::h2::ErrorCode::internal_error);
}

void H2Stream::on_trailers() {
    std::vector<http::Field> fields;
    fields.reserve(trailers_.size());
    for (const auto& [name, value] : trailers_) fields.push_back({name, value});
    connection_.session().send_trailers(id_, fields.data(), fields.size());
}

void H2Stream::on_unsendable() {
    connection_.log_rejection(500, "the fields of the answer are too large for HTTP/2");
    connection_.session().reset(id_, http::h2::ErrorCode::internal_error);
}

void H2Stream::on_closed(http::h2::ErrorCode) {
    closed_ = true;
    drop_parts();
    note_news();
}

// A client that takes nothing although it could is as good as gone. Who waits because others come first is not.
int64_t H2Stream::check_time(int64_t now_ms) noexcept {
    int64_t due_ms = kNever;
    const int64_t send_timeout_ms = connection_.port_.limits().send_timeout_ms;
    if (send_timeout_ms > 0 && parts_.size() > 0) {
        if (!connection_.session().is_blocked(id_)) moved_at_ms_ = now_ms;
        due_ms = moved_at_ms_ + send_timeout_ms;
        if (due_ms <= now_ms) {
            connection_.session().reset(id_, http::h2::ErrorCode::cancel);
            due_ms = kNever;
        }
    }
    if (body_deadline_ms_ <= now_ms) {
        refuse(408, "the request body paused longer than http_body_timeout, or came slower than http_body_min_rate");
    }
    return std::min(due_ms, body_deadline_ms_);
}

}  // namespace tern::serve
