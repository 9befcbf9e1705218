// The bodies of H2Stream's requests: gathered before they are dispatched, or handed over while they arrive. The
// stream's window opens as they are taken.
#include <algorithm>

#include "serve/h2/h2_connection.h"
#include "serve/h2/h2_stream.h"
#include "serve/port.h"

namespace tern::serve {

namespace {
constexpr http::ResponseHead kContinue{.status = 100};
}  // namespace

void H2Stream::begin_body() noexcept {
    const http::RequestHead& head = exchange_->head;
    streaming_ = connection_.port_.streams(head.path);
    const bool asks = head.expect_continue;
    if (!make_reader(streaming_ ? BodyReader::Use::stream : BodyReader::Use::gather)) return;
    if (streaming_) {
        owes_continue_ = asks;
        ready_ = true;
        note_news();
    } else if (asks) {
        connection_.session().inform(id_, kContinue);
    }
    if (!owes_continue_) await_body();
}

// False: the request was refused.
bool H2Stream::make_reader(BodyReader::Use use) noexcept {
    http::RequestHead& head = exchange_->head;
    reader_ = std::make_unique<BodyReader>(head, exchange_->body, connection_.port_.limits(), use);
    if (reader_->refusal() != 0) {
        streaming_ = false;
        refuse(reader_->refusal(), reader_->refusal_reason());
        reader_.reset();
        return false;
    }
    if (reader_->decodes()) {  // neither says anything about the body that the handler gets
        head.drop("content-encoding");
        head.drop("content-length");
        head.chunked = true;  // as one whose length nobody knows before its end
        head.content_length = 0;
    }
    return true;
}

// Nobody takes what comes behind an answer or a refusal: its window stays closed until the stream is reset.
void H2Stream::on_data(Bytes data) {
    if (tunnel_) {
        waiting_.append(data);
        return note_news();
    }
    if (exchange_ == nullptr || reader_ == nullptr || refused_ != 0 || whole_) return;
    exchange_->facts.request_bytes += data.size();
    owes_continue_ = false;
    uncredited_ += data.size();
    on_step(feed(data));
    if (whole_ || refused_ != 0) return;
    open_window();
    await_body();
}

void H2Stream::on_end() {
    ended_ = true;
    if (tunnel_) return note_news();
    if (exchange_ == nullptr || refused_ != 0 || whole_) return;
    if (arrived_) {
        complete_body();
    } else if (reader_ != nullptr && !reader_->holds()) {
        on_step(reader_->finish());
    }
}

// A decoder may have to wait until the window has room: what it did not come to is kept for it.
BodyStep H2Stream::feed(Bytes data) noexcept {
    if (!reader_->decodes() || !streaming_) return reader_->feed(data);
    if (reader_->holds()) {
        waiting_.append(data);
        return {};
    }
    held_.clear();
    held_.append(data);
    return reader_->feed(held_.view());
}

void H2Stream::go_on_reading() noexcept {
    while (refused_ == 0 && reader_->holds()) {
        BodyStep step = reader_->feed({});
        if (step.state == BodyStep::State::more && !reader_->holds() && !waiting_.empty()) {
            held_ = std::exchange(waiting_, {});
            step = reader_->feed(held_.view());
        }
        if (step.state == BodyStep::State::more && !reader_->holds() && ended_) step = reader_->finish();
        on_step(step);
        const BodyWindow* window = exchange_->body.window();
        if (window != nullptr && window->full()) return;
    }
}

void H2Stream::on_step(const BodyStep& step) noexcept {
    if (step.state == BodyStep::State::failed) return refuse(step.status, step.reason);
    if (streaming_) {
        body_news_ = body_news_ || exchange_->body.in_window() || step.state == BodyStep::State::done;
        if (body_news_) note_news();
    }
    if (step.state != BodyStep::State::done) return;
    arrived_ = true;
    // What is longer than it says is malformed (RFC 9113 8.1.1), and not to be handled: its end has the last word.
    if (streaming_ || ended_) complete_body();
}

void H2Stream::complete_body() noexcept {
    whole_ = true;
    body_deadline_ms_ = kNever;
    if (std::exchange(streaming_, false)) return;
    reader_.reset();
    ready_ = true;
    note_news();
}

// The client may send on as soon as most of what came is taken. Time does not count while it may not.
void H2Stream::open_window() noexcept {
    const BodyWindow* window = exchange_->body.window();
    const bool full = reader_->holds() || (window != nullptr && !window->low());
    if (full && !paused_) paused_at_ms_ = connection_.now_ms();
    if (!full && paused_) body_began_ms_ += connection_.now_ms() - paused_at_ms_;
    paused_ = full;
    if (!full && uncredited_ > 0) connection_.session().consume(id_, std::exchange(uncredited_, 0));
}

void H2Stream::await_body() noexcept {
    body_deadline_ms_ = paused_ ? kNever : connection_.now_ms() + body_patience_ms();
    connection_.watch_time(body_deadline_ms_);
}

// Silence is allowed for body_timeout_ms; with a least rate, so is being late by as much.
int64_t H2Stream::body_patience_ms() const noexcept {
    const Limits& limits = connection_.port_.limits();
    if (limits.body_min_rate == 0) return limits.body_timeout_ms;
    const auto earned_ms = static_cast<int64_t>(exchange_->facts.request_bytes * 1000 / limits.body_min_rate);
    const int64_t late_at_ms = body_began_ms_ + limits.body_timeout_ms + earned_ms;
    return std::clamp<int64_t>(late_at_ms - connection_.now_ms(), 0, limits.body_timeout_ms);
}

void H2Stream::tell_of_body() noexcept {
    body_news_ = false;
    if (exchange_ == nullptr || exchange_->linked()) return;
    Exchange& exchange = *exchange_;
    exchange.retain();
    connection_.port_.handler().on_body(exchange);
    exchange.release();
}

void H2Stream::read_on(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    if (reader_ == nullptr || refused_ != 0 || whole_) return;
    const bool asked = std::exchange(owes_continue_, false);
    if (asked) {
        body_began_ms_ = connection_.now_ms();
        if (exchange.state() == AnswerState::none) connection_.session().inform(id_, kContinue);
    }
    const bool was_paused = paused_;
    go_on_reading();
    if (!whole_ && refused_ == 0) {
        open_window();
        if (asked || (was_paused && !paused_)) await_body();
    }
    connection_.send_soon();
}

void H2Stream::gather_body(Exchange& exchange) {
    TERN_CHECK(&exchange == exchange_);
    if (reader_ == nullptr) return;
    const BodyStep step = reader_->gather();
    if (step.state != BodyStep::State::failed) return read_on(exchange);
    fail(step.status, step.reason);
    connection_.send_soon();
}

}  // namespace tern::serve
