#include "serve/h1/h1_body.h"

#include "protocol/http/h1_writer.h"
#include "serve/h1/h1_connection.h"

namespace tern::serve {

// --- Bodies that are gathered

bool H1Body::begin() noexcept {
    using Phase = H1Connection::Phase;
    InputBlock& input = connection_.input_;
    input.mark();
    clock_.reset();
    clock_.begin(connection_.context_.loop.now_ms());
    const http::RequestHead& head = connection_.exchange_->head;
    const Limits& limits = connection_.host_.limits();
    const bool form = limits.parse_multipart && http::multipart_boundary(head.find("content-type")).data() != nullptr;
    const bool coded = limits.decode_bodies && head.find("content-encoding").data() != nullptr;
    const bool fits = !form && !coded && !head.chunked && head.content_length <= input.room_from_start() &&
                      head.content_length <= limits.body_bytes;
    const bool there = fits && input.view().size() >= head.content_length;
    if (!there && connection_.host_.options().streams_path(head.path)) return begin_stream();
    connection_.phase_ = Phase::body;
    connection_.deadlines_.set(Deadlines::Kind::input, limits.body_timeout_ms);
    if (!fits && !make_reader(BodyReader::Use::gather)) return true;
    if (head.expect_continue && input.empty()) http::write_continue(connection_.stream_.tail());
    return !input.empty() ? read() : false;
}

// False: the request was refused.
bool H1Body::make_reader(BodyReader::Use use) noexcept {
    reader_ = make_body_reader(*connection_.exchange_, connection_.host_.limits(), use, connection_.context_.input);
    if (reader_->refusal() == 0) return true;
    connection_.reject(reader_->refusal(), reader_->refusal_reason());
    return false;
}

int64_t H1Body::timeout_ms() const noexcept {
    const Exchange* exchange = connection_.exchange_;
    const uint64_t consumed = exchange == nullptr ? dropped_ : exchange->facts.request_bytes;
    const uint64_t received = connection_.input_.view().size() + consumed;
    return clock_.timeout_ms(connection_.host_.limits(), received, connection_.context_.loop.now_ms());
}

bool H1Body::read() noexcept {
    using Phase = H1Connection::Phase;
    if (reader_ == nullptr) {
        Exchange& exchange = *connection_.exchange_;
        InputBlock& input = connection_.input_;
        const uint64_t length = exchange.head.content_length;
        if (input.view().size() < length) return false;
        exchange.body.set_view(input.view().substr(0, length));
        input.consume(length);
        exchange.facts.request_bytes += length;
        connection_.begin_handling(Phase::handling);
        return true;
    }
    const BodyStep step = feed();
    if (connection_.phase_ == Phase::streaming) return on_streamed(step);
    if (connection_.phase_ == Phase::dropping) return on_dropped(step);
    switch (step.state) {
        case BodyStep::State::failed: connection_.reject(step.status, step.reason); return true;
        case BodyStep::State::done: connection_.begin_handling(Phase::handling); return true;
        case BodyStep::State::more: break;
    }
    return false;
}

BodyStep H1Body::feed() noexcept {
    InputBlock& input = connection_.input_;
    const BodyStep step = reader_->feed(input.view());
    input.consume(step.consumed);
    if (connection_.exchange_ != nullptr) connection_.exchange_->facts.request_bytes += step.consumed;
    // All input is used: keeps the head and frees the place after it.
    if (step.state == BodyStep::State::more && !reader_->holds()) input.rewind();
    return step;
}

// A handler that has the request already is notified as if the client had left. The client gets the reason.
void H1Body::fail(int status, const char* reason) noexcept {
    Exchange& exchange = *connection_.exchange_;
    connection_.log_rejection(status, reason);
    exchange.body.break_off(status);
    if (exchange.state() == AnswerState::none) connection_.answer_.write_refusal(status);
    connection_.finish(H1Connection::Finish::linger);
    connection_.abort_exchange();
}

// --- Bodies that stream

bool H1Body::begin_stream() noexcept {
    using Phase = H1Connection::Phase;
    if (!make_reader(BodyReader::Use::stream)) return true;
    has_news_ = false;
    owes_continue_ = connection_.exchange_->head.expect_continue && connection_.input_.empty();
    const BodyStep step = feed();
    if (step.state == BodyStep::State::failed) {
        connection_.reject(step.status, step.reason);
        return true;
    }
    connection_.begin_handling(step.state == BodyStep::State::done ? Phase::handling : Phase::streaming);
    if (connection_.phase_ == Phase::streaming) await();
    return true;
}

// From here on the client must send more of the body, unless it waits for 100 (Continue).
void H1Body::await() noexcept {
    if (!owes_continue_) connection_.deadlines_.set(Deadlines::Kind::input, timeout_ms());
}

bool H1Body::pause() noexcept {
    const BodyWindow* window = connection_.exchange_->body.window();
    if (window == nullptr || !window->full()) return false;
    clock_.pause(connection_.context_.loop.now_ms());
    connection_.deadlines_.clear(Deadlines::Kind::input);
    return true;
}

bool H1Body::on_streamed(const BodyStep& step) noexcept {
    owes_continue_ = false;
    if (step.state == BodyStep::State::failed) {
        fail(step.status, step.reason);
        return true;
    }
    has_news_ = has_news_ || connection_.exchange_->body.in_window() || step.state == BodyStep::State::done;
    if (step.state == BodyStep::State::more) return reader_->holds();
    connection_.phase_ = H1Connection::Phase::handling;
    connection_.deadlines_.clear(Deadlines::Kind::input);
    return true;
}

void H1Body::notify() noexcept {
    has_news_ = false;
    if (connection_.exchange_ != nullptr) notify_of_body(*connection_.exchange_, connection_.host_.handler());
}

void H1Body::read_on(Exchange& exchange) noexcept {
    if (connection_.phase_ != H1Connection::Phase::streaming) return;
    const int64_t now_ms = connection_.context_.loop.now_ms();
    const bool asks = owes_continue_ && exchange.state() == AnswerState::none;
    const BodyWindow* window = exchange.body.window();
    const bool goes_on = clock_.paused() && (window == nullptr || window->low());
    if (goes_on) clock_.resume(now_ms);
    if (owes_continue_) clock_.begin(now_ms);
    if (std::exchange(owes_continue_, false) || goes_on) await();
    if (goes_on) connection_.run_again();
    if (!asks) return;
    http::write_continue(connection_.stream_.tail());
    if (!connection_.stream_.corked()) connection_.flush();
}

void H1Body::gather(Exchange& exchange) noexcept {
    const BodyStep step = reader_->gather();
    if (step.state != BodyStep::State::failed) return read_on(exchange);
    fail(step.status, step.reason);
    if (!connection_.stream_.corked()) connection_.flush();
}

// --- Bodies of requests that are answered early

bool H1Body::can_outlive_answer(bool whole) const noexcept {
    return !owes_continue_ && (!whole || reader_->left() <= kMostDropped);
}

// Reads and drops a small rest of the request, so that the next one can be found.
void H1Body::complete_early() noexcept {
    Exchange& exchange = *connection_.exchange_;
    exchange.retain();
    const bool goes_on = connection_.answer_.keep_alive() && can_outlive_answer(true);
    std::unique_ptr<BodyReader> rest = goes_on ? std::move(reader_) : nullptr;
    const bool handled = connection_.release_exchange(AnswerState::complete);
    has_news_ = false;
    if (goes_on) {
        rest->discard();
        reader_ = std::move(rest);
        dropped_ = 0;
        clock_.begin(connection_.context_.loop.now_ms());
        connection_.phase_ = H1Connection::Phase::dropping;
        connection_.deadlines_.set(Deadlines::Kind::input, connection_.host_.limits().body_timeout_ms);
        if (!connection_.is_reading()) connection_.run_again();
    } else {
        connection_.finish(H1Connection::Finish::linger);
    }
    connection_.flush();
    if (handled) connection_.host_.handler().on_body(exchange);  // a coroutine may still wait for the body
    exchange.release();
}

bool H1Body::on_dropped(const BodyStep& step) noexcept {
    dropped_ += static_cast<uint32_t>(step.consumed);
    if (step.state == BodyStep::State::failed || dropped_ > kMostDropped) {
        connection_.finish(H1Connection::Finish::linger);
        return true;
    }
    if (step.state == BodyStep::State::more) return false;
    reader_.reset();
    connection_.await_request();
    return true;
}

}  // namespace tern::serve
