#include "serve/h2/h2_body.h"

namespace tern::serve {

namespace {
constexpr http::ResponseHead kContinue{.status = 100};
}  // namespace

void H2Body::begin(Exchange& exchange, bool ends) noexcept {
    const http::RequestHead& head = exchange.head;
    ended_ = ends;
    clock_.begin(now_ms());
    if (!ends && (head.chunked || head.content_length > 0)) {
        if (begin_reader(exchange) && !owes_continue_) await(exchange);
        return;
    }
    arrival_ = Arrival::arrived;
    ready_ = ends;
    if (!ends) await(exchange);
}

// False: the request was refused.
bool H2Body::begin_reader(Exchange& exchange) noexcept {
    const bool asks = exchange.head.expect_continue;
    streams_ = link_.host.options().streams_path(exchange.head.path);
    const auto use = streams_ ? BodyReader::Use::stream : BodyReader::Use::gather;
    reader_ = make_body_reader(exchange, limits(), use, link_.host.context().input);
    if (reader_->refusal() != 0) {
        streams_ = false;
        fail({BodyStep::State::failed, 0, reader_->refusal(), reader_->refusal_reason()});
        reader_.reset();
        return false;
    }
    if (streams_) {
        owes_continue_ = asks;
        ready_ = true;
    } else if (asks) {
        link_.session.inform(link_.id, kContinue);
    }
    return true;
}

// --- arriving data

// Data after a response or a refusal is not taken: the window stays closed until the stream is reset.
void H2Body::on_data(Exchange& exchange, Bytes data) noexcept {
    if (reader_ == nullptr || is_over()) return;
    exchange.facts.request_bytes += data.size();
    owes_continue_ = false;
    uncredited_ += data.size();
    on_step(exchange, feed(data));
    if (is_over()) return;
    open_window(exchange);
    await(exchange);
}

void H2Body::on_end(Exchange& exchange) noexcept {
    ended_ = true;
    if (is_over()) return;
    if (arrival_ == Arrival::arrived) {
        complete();
    } else if (reader_ != nullptr && !reader_->holds()) {
        on_step(exchange, reader_->finish());
    }
}

// A decoder may have to wait until the window has room. Its unread input is kept.
BodyStep H2Body::feed(Bytes data) noexcept {
    if (!reader_->decodes() || !streams_) return reader_->feed(data);
    if (reader_->holds()) {
        waiting_.append(data);
        return {};
    }
    held_.clear();
    held_.append(data);
    return reader_->feed(held_.view());
}

void H2Body::go_on_reading(const Exchange& exchange) noexcept {
    while (arrival_ != Arrival::stopped && reader_->holds()) {
        BodyStep step = reader_->feed({});
        if (step.state == BodyStep::State::more && !reader_->holds() && !waiting_.empty()) {
            held_ = std::exchange(waiting_, {});
            step = reader_->feed(held_.view());
        }
        if (step.state == BodyStep::State::more && !reader_->holds() && ended_) step = reader_->finish();
        on_step(exchange, step);
        const BodyWindow* window = exchange.body.window();
        if (window != nullptr && window->full()) return;
    }
}

void H2Body::on_step(const Exchange& exchange, const BodyStep& step) noexcept {
    if (step.state == BodyStep::State::failed) return fail(step);
    if (streams_) has_news_ = has_news_ || exchange.body.in_window() || step.state == BodyStep::State::done;
    if (step.state != BodyStep::State::done) return;
    arrival_ = Arrival::arrived;
    // A body that is longer than announced is malformed (RFC 9113 8.1.1) and must not be handled, so this waits for its
    // end.
    if (streams_ || ended_) complete();
}

void H2Body::complete() noexcept {
    arrival_ = Arrival::whole;
    deadline_ms_ = kNever;
    if (std::exchange(streams_, false)) return;
    reader_.reset();
    ready_ = true;
}

// The first reason is kept.
void H2Body::fail(const BodyStep& step) noexcept {
    if (failure_.status == 0) failure_ = step;
    stop();
}

void H2Body::stop() noexcept {
    arrival_ = Arrival::stopped;
    deadline_ms_ = kNever;
}

void H2Body::reset() noexcept {
    reader_.reset();
    held_.release();
    waiting_.release();
    has_news_ = streams_ = false;
    deadline_ms_ = kNever;
}

// --- The window, and time

// The client may send more once most of the body is taken. The timeout does not run while it may not.
void H2Body::open_window(const Exchange& exchange) noexcept {
    const BodyWindow* window = exchange.body.window();
    const bool full = reader_->holds() || (window != nullptr && !window->low());
    full ? clock_.pause(now_ms()) : clock_.resume(now_ms());
    if (!full && uncredited_ > 0) link_.session.consume(link_.id, std::exchange(uncredited_, 0));
}

void H2Body::await(const Exchange& exchange) noexcept {
    const uint64_t received = exchange.facts.request_bytes;
    deadline_ms_ = clock_.paused() ? kNever : now_ms() + clock_.timeout_ms(limits(), received, now_ms());
}

// --- The handler

void H2Body::notify(Exchange* exchange) noexcept {
    has_news_ = false;
    if (exchange != nullptr) notify_of_body(*exchange, link_.host.handler());
}

bool H2Body::read_on(Exchange& exchange) noexcept {
    if (reader_ == nullptr || is_over()) return false;
    const bool asked = std::exchange(owes_continue_, false);
    if (asked) {
        clock_.begin(now_ms());
        if (exchange.state() == ResponseState::none) link_.session.inform(link_.id, kContinue);
    }
    const bool was_paused = clock_.paused();
    go_on_reading(exchange);
    if (!is_over()) {
        open_window(exchange);
        if (asked || (was_paused && !clock_.paused())) await(exchange);
    }
    return true;
}

BodyStep H2Body::gather() noexcept { return reader_ == nullptr ? BodyStep{} : reader_->gather(); }

}  // namespace tern::serve
