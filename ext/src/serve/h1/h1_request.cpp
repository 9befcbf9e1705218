// The input side of H1Connection: turns bytes into requests.
#include "base/clock.h"
#include "protocol/proxy_protocol.h"
#include "serve/h1/h1_connection.h"

namespace tern::serve {

void H1Connection::on_input() noexcept {
    if (answers_raw() && (readiness_.readable || !input_.empty())) [[unlikely]]
        end_raw_answer();
    for (int step = 0; phase_ <= Phase::streaming; ++step) {
        if (step == kStepsPerTurn) {
            run_again();
            break;
        }
        // Sends answers to pipelined requests now and then. A client that does not receive them gets no further ones.
        if (stream_.queued() >= net::Stream::kFlushAt && !readiness_.stalled) flush();
        const bool is_full = stream_.queued() > host_.limits().high_watermark;
        if (phase_ > Phase::streaming || (phase_ == Phase::idle && is_full)) break;
        if (phase_ == Phase::streaming && body_.pause()) break;
        if (!has_input() && (!readiness_.readable || !receive())) break;
        if (consume()) continue;
        if (phase_ > Phase::streaming || !receive()) break;
    }
    if (phase_ == Phase::idle && input_.empty()) input_.release();
}

void H1Connection::after_input() noexcept {
    if (body_.has_news()) body_.notify();
    // Complete input was dispatched already, and no answer can be sent any more.
    if (readiness_.broken) return abort();
    if (readiness_.peer_closed && phase_ == Phase::handling) on_peer_closed();
    // Usually the answer has been sent already, and flush() would do nothing.
    const bool settled = phase_ <= Phase::head && stream_.drained() && !host_.leaving();
    if (!settled) flush();
}

// True: the connection made progress, as something was parsed completely or refused.
bool H1Connection::consume() noexcept {
    if (preamble_ != Preamble::none) [[unlikely]]
        return preamble_ == Preamble::proxy ? read_proxy_header() : read_preface();
    return phase_ > Phase::head ? body_.read() : parse_head();
}

// A client that sends anything else is not the balancer, and gets no answer.
bool H1Connection::read_proxy_header() noexcept {
    const protocol::ProxyHeader header = protocol::parse_proxy_header(unread());
    if (header.state == protocol::ProxyHeader::State::need_more) return false;
    if (header.state == protocol::ProxyHeader::State::failed) {
        log_missing_proxy_header();
        abort();
        return true;
    }
    preamble_ = host_.options().http2 ? Preamble::preface : Preamble::none;
    input_.consume(header.size);
    take_proxy_header(header);
    return true;
}

// A client that knows that we speak HTTP/2 sends the preface first (RFC 9113 3.3). Then another connection continues.
bool H1Connection::read_preface() noexcept {
    const Bytes seen = unread().substr(0, http::h2::kClientPreface.size());
    if (http::h2::kClientPreface.starts_with(seen) && seen.size() < http::h2::kClientPreface.size()) {
        if (exchange_ == nullptr) exchange_ = host_.exchanges().take();
        await_head();
        return false;
    }
    preamble_ = Preamble::none;
    if (seen != http::h2::kClientPreface) return parse_head();
    host_.switch_protocol(*this, shm::Protocol::http2, unread());
    return true;
}

// True when bytes arrived.
bool H1Connection::receive() noexcept {
    if (!readiness_.readable) return false;
    input_.make_room(phase_ > Phase::head);
    const Result<size_t> got = read_some(input_.place(), input_.room());
    if (!got.ok()) {
        if (got.error() != Error::would_block) abort();
        return false;
    }
    if (got.value() == 0) {  // all input is read, and the client will send no more
        finish(Finish::plain);
        if (exchange_ != nullptr) abort_exchange();
        return false;
    }
    input_.fill(got.value());
    if (phase_ > Phase::head) deadlines_.set(Deadline::input, body_.timeout_ms());
    return true;
}

// The client closed its direction while a handler is suspended, which means that it has gone (a browser does so when
// the user presses stop). It does not matter for an answer within the same turn, which is complete.
void H1Connection::on_peer_closed() noexcept {
    if (std::exchange(peer_close_notified_, true)) return;
    if (exchange_->linked() || answers_raw()) {  // no handler has it yet, or none any more
        close();
    } else {
        host_.handler().on_client_gone(*exchange_);
    }
}

bool H1Connection::parse_head() noexcept {
    if (exchange_ == nullptr) exchange_ = host_.exchanges().take();
    http::ParseStep step = parser_.feed(unread(), exchange_->head);
    switch (step.state) {
        case http::ParseStep::State::need_more:
            await_head();
            if (unread().size() < net::Block::kLargeSize) return false;
            reject(431, "the request head is larger than the read buffer");
            return true;
        case http::ParseStep::State::failed: reject(step.status, step.reason); return true;
        case http::ParseStep::State::complete: break;
    }
    input_.consume(step.consumed);
    exchange_->hold(input_.block());
    exchange_->facts.request_bytes = step.consumed;
    note_beginning();
    set_client_info(*exchange_);
    answer_.begin(exchange_->head.keep_alive);
    if (exchange_->head.chunked || exchange_->head.content_length > 0) return body_.begin();
    begin_handling(Phase::handling);
    return true;
}

void H1Connection::await_head() noexcept {
    if (phase_ != Phase::idle) return;
    phase_ = Phase::head;
    note_beginning();
    deadlines_.set(Deadline::input, host_.limits().header_timeout_ms);
}

// Needed for the duration in the access log.
void H1Connection::note_beginning() noexcept {
    if (host_.access_log() != nullptr) exchange_->facts.began_us = monotonic_us();
}

void H1Connection::begin_handling(Phase phase) noexcept {
    phase_ = phase;
    deadlines_.clear(Deadline::input);
    peer_close_notified_ = raw_ = false;
    note_request();
    ++requests_;
    gathering_.begin(context_.loop, !input_.empty());
    dispatch(*exchange_, answer_);
    gathering_.end(context_.loop);
}

// Answers input that is no request. The connection ends, as the start of the next request cannot be found.
void H1Connection::reject(int status, const char* reason) noexcept {
    log_rejection(status, reason);
    answer_.write_refusal(status);
    if (exchange_ != nullptr) abort_exchange();
    finish(Finish::linger);
}

}  // namespace tern::serve
