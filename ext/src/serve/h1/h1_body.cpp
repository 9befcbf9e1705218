#include "serve/h1/h1_body.h"

#include "protocol/http/h1_writer.h"

namespace tern::serve {

// --- Reading

BodyStep H1Body::begin(Exchange& exchange) noexcept {
    net::InputBlock& input = link_.input;
    input.mark();
    clock_.reset();
    clock_.begin(now_ms());
    const http::RequestHead& head = exchange.head;
    const Limits& limits = link_.host.limits();
    const bool form = limits.parse_multipart && http::multipart_boundary(head.find("content-type")).data() != nullptr;
    const bool coded = limits.decode_bodies && head.find("content-encoding").data() != nullptr;
    const bool fits = !form && !coded && !head.chunked && head.content_length <= input.room_from_start() &&
                      head.content_length <= limits.body_bytes;
    const bool there = fits && input.view().size() >= head.content_length;
    const bool waits = head.expect_continue && input.empty();
    streams_ = !there && link_.host.options().streams_path(head.path);
    has_news_ = false;
    owes_continue_ = streams_ && waits;
    if (streams_) return make_reader(exchange, BodyReader::Use::stream);
    const BodyStep step = fits ? BodyStep() : make_reader(exchange, BodyReader::Use::gather);
    if (waits && step.state != BodyStep::State::failed) http::write_continue(link_.stream.tail());
    return step;
}

BodyStep H1Body::make_reader(Exchange& exchange, BodyReader::Use use) noexcept {
    reader_ = make_body_reader(exchange, link_.host.limits(), use, link_.host.context().input);
    if (reader_->refusal() == 0) return {};
    return {BodyStep::State::failed, 0, reader_->refusal(), reader_->refusal_reason()};
}

int64_t H1Body::timeout_ms(const Exchange* exchange) const noexcept {
    const uint64_t consumed = exchange == nullptr ? dropped_ : exchange->facts.request_bytes;
    const uint64_t received = link_.input.view().size() + consumed;
    return clock_.timeout_ms(link_.host.limits(), received, now_ms());
}

BodyStep H1Body::read(Exchange* exchange) noexcept {
    if (reader_ == nullptr) return take_whole(*exchange);
    net::InputBlock& input = link_.input;
    const BodyStep step = reader_->feed(input.view());
    input.consume(step.consumed);
    if (exchange != nullptr) {
        exchange->facts.request_bytes += step.consumed;
    } else {
        dropped_ += static_cast<uint32_t>(step.consumed);
    }
    // All input is used: keeps the head and frees the place after it.
    if (step.state == BodyStep::State::more && !reader_->holds()) input.rewind();
    return step;
}

// A small body stays where it was received.
BodyStep H1Body::take_whole(Exchange& exchange) noexcept {
    const uint64_t length = exchange.head.content_length;
    if (link_.input.view().size() < length) return {};
    exchange.body.set_view(link_.input.view().substr(0, length));
    link_.input.consume(length);
    exchange.facts.request_bytes += length;
    return {BodyStep::State::done};
}

// --- Bodies that stream

bool H1Body::pause(const Exchange& exchange) noexcept {
    const BodyWindow* window = exchange.body.window();
    if (window == nullptr || !window->full()) return false;
    clock_.pause(now_ms());
    link_.deadlines.clear(Deadlines::Kind::input);
    return true;
}

void H1Body::note_streamed(const Exchange& exchange, bool whole) noexcept {
    owes_continue_ = false;
    has_news_ = has_news_ || whole || exchange.body.in_window();
}

void H1Body::notify(Exchange* exchange) noexcept {
    has_news_ = false;
    if (exchange != nullptr) notify_of_body(*exchange, link_.host.handler());
}

bool H1Body::read_on(Exchange& exchange) noexcept {
    const BodyWindow* window = exchange.body.window();
    const bool goes_on = clock_.paused() && (window == nullptr || window->low());
    const bool owed = std::exchange(owes_continue_, false);
    if (goes_on) clock_.resume(now_ms());
    if (owed) clock_.begin(now_ms());
    if (owed || goes_on) await(&exchange);
    if (owed && exchange.state() == ResponseState::none) http::write_continue(link_.stream.tail());
    return goes_on;
}

// --- Bodies of requests that are answered early

void H1Body::drop(std::unique_ptr<BodyReader> rest) noexcept {
    rest->discard();
    reader_ = std::move(rest);
    dropped_ = 0;
    clock_.begin(now_ms());
}

}  // namespace tern::serve
