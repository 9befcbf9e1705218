#include "serve/fcgi/fcgi_body.h"

namespace tern::serve {

BodyStep FcgiBody::begin(Exchange& exchange) noexcept {
    const http::RequestHead& head = exchange.head;
    exchange_ = &exchange;
    streams_ = host_.options().streams_path(head.path);
    clock_.reset();
    clock_.begin(now_ms());
    const auto use = streams_ ? BodyReader::Use::stream : BodyReader::Use::gather;
    reader_ = make_body_reader(exchange, host_.limits(), use, host_.context().input);
    reader_->be_delimited();
    await(exchange);
    if (reader_->refusal() == 0) return {};
    return {BodyStep::State::failed, 0, reader_->refusal(), reader_->refusal_reason()};
}

// A decoder may have to wait until the window has room. Its unread input is kept.
BodyStep FcgiBody::feed(Exchange& exchange, Bytes data) noexcept {
    if (!arrives() || ended_) return {};
    exchange.facts.request_bytes += data.size();
    await(exchange);
    if (!reader_->decodes() || !streams_) return note(exchange, reader_->feed(data));
    if (reader_->holds()) {
        waiting_.append(data);
        return {};
    }
    held_.clear();
    held_.append(data);
    return note(exchange, reader_->feed(held_.view()));
}

BodyStep FcgiBody::end() noexcept {
    ended_ = true;
    if (!arrives() || reader_->holds()) return {};
    return note(*exchange_, reader_->finish());
}

BodyStep FcgiBody::note(const Exchange& exchange, const BodyStep& step) noexcept {
    whole_ = step.state == BodyStep::State::done;
    if (streams_) has_news_ = has_news_ || whole_ || exchange.body.in_window();
    return step;
}

void FcgiBody::await(const Exchange& exchange) noexcept {
    deadline_ms_ = now_ms() + clock_.timeout_ms(host_.limits(), exchange.facts.request_bytes, now_ms());
}

bool FcgiBody::pause(const Exchange& exchange) noexcept {
    const BodyWindow* window = streams_ && arrives() ? exchange.body.window() : nullptr;
    if (window == nullptr || !(window->full() || reader_->holds())) return false;
    clock_.pause(now_ms());
    return true;
}

BodyStep FcgiBody::read_on(Exchange& exchange) noexcept {
    const BodyWindow* window = exchange.body.window();
    if (!arrives() || (window != nullptr && !window->low())) return {};
    if (clock_.paused()) {
        clock_.resume(now_ms());
        await(exchange);
    }
    while (arrives() && reader_->holds()) {
        BodyStep step = note(exchange, reader_->feed({}));
        if (step.state == BodyStep::State::more && !reader_->holds() && !waiting_.empty()) {
            held_ = std::exchange(waiting_, {});
            step = note(exchange, reader_->feed(held_.view()));
        }
        if (step.state == BodyStep::State::failed) return step;
        if (exchange.body.window() != nullptr && exchange.body.window()->full()) return {};
    }
    return arrives() && ended_ && !reader_->holds() ? note(exchange, reader_->finish()) : BodyStep{};
}

void FcgiBody::reset() noexcept {
    reader_.reset();
    held_.release();
    waiting_.release();
    exchange_ = nullptr;
    streams_ = ended_ = whole_ = has_news_ = false;
}

}  // namespace tern::serve
