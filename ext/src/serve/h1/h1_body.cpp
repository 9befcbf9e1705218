// The bodies of H1Connection: gathered before their requests are dispatched, or handed over while they arrive.
#include <algorithm>

#include "protocol/http/h1_writer.h"
#include "serve/h1/h1_connection.h"
#include "serve/port.h"

namespace tern::serve {

bool H1Connection::begin_body() noexcept {
    body_base_ = start_;
    body_began_ms_ = context_.loop.now_ms();
    const http::RequestHead& head = exchange_->head;
    const Limits& limits = port_.limits();
    const bool form = limits.parse_multipart && http::multipart_boundary(head.find("content-type")).data() != nullptr;
    const bool coded = limits.decode_bodies && head.find("content-encoding").data() != nullptr;
    const bool fits = !form && !coded && !head.chunked && head.content_length <= net::Block::kSize - start_ &&
                      head.content_length <= limits.body_bytes;
    const bool there = fits && unread().size() >= head.content_length;
    if (!there && port_.streams(head.path)) return begin_stream();
    phase_ = Phase::body;
    set_deadline(input_deadline_ms_, limits.body_timeout_ms);
    if (!fits && !make_reader(BodyReader::Use::gather)) return true;
    if (head.expect_continue && unread().empty()) http::write_continue(stream_.tail());
    return !unread().empty() ? read_body() : false;
}

// False: the request was refused.
bool H1Connection::make_reader(BodyReader::Use use) noexcept {
    reader_ = std::make_unique<BodyReader>(exchange_->head, exchange_->body, port_.limits(), use);
    if (reader_->refusal() != 0) {
        reject(reader_->refusal(), reader_->refusal_reason());
        return false;
    }
    if (reader_->decodes()) {  // neither says anything about the body that the handler gets
        exchange_->head.drop("content-encoding");
        exchange_->head.drop("content-length");
        exchange_->head.chunked = true;  // as one whose length nobody knows before its end
        exchange_->head.content_length = 0;
    }
    return true;
}

// Silence is allowed for body_timeout_ms; with a least rate, so is being late by as much.
int64_t H1Connection::body_patience_ms() const noexcept {
    const Limits& limits = port_.limits();
    if (limits.body_min_rate == 0) return limits.body_timeout_ms;
    const uint64_t received = unread().size() + (exchange_ == nullptr ? dropped_ : exchange_->facts.request_bytes);
    const auto earned_ms = static_cast<int64_t>(received * 1000 / limits.body_min_rate);
    const int64_t late_at_ms = body_began_ms_ + limits.body_timeout_ms + earned_ms;
    return std::clamp<int64_t>(late_at_ms - context_.loop.now_ms(), 0, limits.body_timeout_ms);
}

bool H1Connection::read_body() noexcept {
    if (reader_ == nullptr) {
        uint64_t length = exchange_->head.content_length;
        if (unread().size() < length) return false;
        exchange_->body.set_view(unread().substr(0, length));
        start_ += static_cast<uint32_t>(length);
        exchange_->facts.request_bytes += length;
        begin_handling(Phase::handling);
        return true;
    }
    BodyStep step = feed_reader();
    if (phase_ == Phase::streaming) return on_streamed(step);
    if (phase_ == Phase::draining) return on_dropped(step);
    switch (step.state) {
        case BodyStep::State::failed: reject(step.status, step.reason); return true;
        case BodyStep::State::done: begin_handling(Phase::handling); return true;
        case BodyStep::State::more: break;
    }
    return false;
}

BodyStep H1Connection::feed_reader() noexcept {
    BodyStep step = reader_->feed(unread());
    start_ += static_cast<uint32_t>(step.consumed);
    if (exchange_ != nullptr) exchange_->facts.request_bytes += step.consumed;
    // All was taken: the head stays, the place behind it is free again.
    if (step.state == BodyStep::State::more && !reader_->holds()) block_->filled = start_ = body_base_;
    return step;
}

// --- Bodies that stream

bool H1Connection::begin_stream() noexcept {
    if (!make_reader(BodyReader::Use::stream)) return true;
    paused_ = body_news_ = false;
    owes_continue_ = exchange_->head.expect_continue && unread().empty();
    BodyStep step = feed_reader();
    if (step.state == BodyStep::State::failed) {
        reject(step.status, step.reason);
        return true;
    }
    begin_handling(step.state == BodyStep::State::done ? Phase::handling : Phase::streaming);
    if (phase_ == Phase::streaming) await_body();
    return true;
}

// From here on the client owes us more of it, unless it waits to be told so.
void H1Connection::await_body() noexcept {
    if (!owes_continue_) set_deadline(input_deadline_ms_, body_patience_ms());
}

// Nothing is received, and time does not count, until the handler has taken some.
bool H1Connection::pause_body() noexcept {
    const BodyWindow* window = exchange_->body.window();
    if (window == nullptr || !window->full()) return false;
    if (!paused_) paused_at_ms_ = context_.loop.now_ms();
    paused_ = true;
    input_deadline_ms_ = kNever;
    return true;
}

bool H1Connection::on_streamed(const BodyStep& step) noexcept {
    owes_continue_ = false;
    if (step.state == BodyStep::State::failed) {
        fail_body(step.status, step.reason);
        return true;
    }
    body_news_ = body_news_ || exchange_->body.in_window() || step.state == BodyStep::State::done;
    if (step.state == BodyStep::State::more) return reader_->holds();
    phase_ = Phase::handling;
    input_deadline_ms_ = kNever;
    return true;
}

void H1Connection::tell_of_body() noexcept {
    body_news_ = false;
    if (exchange_ == nullptr || exchange_->linked()) return;
    Exchange& exchange = *exchange_;
    exchange.retain();
    port_.handler().on_body(exchange);
    exchange.release();
}

void H1Connection::read_on(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    if (phase_ != Phase::streaming) return;
    const bool asks = owes_continue_ && exchange.state() == AnswerState::none;
    const BodyWindow* window = exchange.body.window();
    const bool goes_on = paused_ && (window == nullptr || window->low());
    if (goes_on) body_began_ms_ += context_.loop.now_ms() - paused_at_ms_;
    if (owes_continue_) body_began_ms_ = context_.loop.now_ms();
    if (owes_continue_ || goes_on) {
        owes_continue_ = false;
        await_body();
    }
    if (goes_on) {
        paused_ = false;
        context_.loop.defer(go_on_);
    }
    if (!asks) return;
    http::write_continue(stream_.tail());
    if (!stream_.corked()) settle();
}

void H1Connection::gather_body(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    BodyStep step = reader_->gather();
    if (step.state != BodyStep::State::failed) return read_on(exchange);
    fail_body(step.status, step.reason);
    if (!stream_.corked()) settle();
}

// A handler has the request already: it is told as if the client had left, and the client why.
void H1Connection::fail_body(int status, const char* reason) noexcept {
    log_rejection(status, reason);
    context_.counters.abort_count.increment();
    exchange_->body.break_off(status);
    if (exchange_->state() == AnswerState::none) write_refusal(status);
    begin_close(true);
    drop_exchange(AnswerState::lost);
}

// Whether the connection may go on behind an answer that is complete before its request.
bool H1Connection::can_outlive_answer(bool whole) const noexcept {
    return !owes_continue_ && (!whole || reader_->left() <= kMostDropped);
}

// A small rest of the request is read and dropped, so that the next one can be found.
void H1Connection::complete_early() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    const bool goes_on = keep_alive_ && can_outlive_answer(true);
    std::unique_ptr<BodyReader> rest = goes_on ? std::move(reader_) : nullptr;
    const bool handled = let_go(AnswerState::complete);
    body_news_ = false;
    if (goes_on) {
        rest->discard();
        reader_ = std::move(rest);
        dropped_ = 0;
        body_began_ms_ = context_.loop.now_ms();
        phase_ = Phase::draining;
        set_deadline(input_deadline_ms_, port_.limits().body_timeout_ms);
        if (!advancing_) context_.loop.defer(go_on_);
    } else {
        begin_close(true);
    }
    send_now();
    if (handled) port_.handler().on_body(exchange);  // a coroutine may still wait for it
    exchange.release();
}

bool H1Connection::on_dropped(const BodyStep& step) noexcept {
    dropped_ += static_cast<uint32_t>(step.consumed);
    if (step.state == BodyStep::State::failed || dropped_ > kMostDropped) {
        begin_close(true);
        return true;
    }
    if (step.state == BodyStep::State::more) return false;
    reader_.reset();
    await_request();
    return true;
}

}  // namespace tern::serve
