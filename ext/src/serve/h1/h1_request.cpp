// The input side of H1Connection: bytes to requests.
#include <algorithm>
#include <cinttypes>
#include <string>
#include <sys/socket.h>

#include "protocol/http/h1_writer.h"
#include "protocol/proxy_protocol.h"
#include "serve/h1/h1_connection.h"
#include "serve/h2/h2_connection.h"
#include "serve/origin.h"
#include "serve/port.h"
#include "serve/refusal.h"

namespace tern::serve {

void H1Connection::advance() noexcept {
    if (advancing_) return;
    advancing_ = true;
    for (int step = 0; phase_ <= Phase::streaming; ++step) {
        if (step == kStepsPerTurn) {
            context_.loop.defer(go_on_);
            break;
        }
        // Answers to pipelined requests leave now and then, and who does not take them gets no further ones.
        if (stream_.queued() >= net::Stream::kFlushAt && !stalled_) settle();
        if (phase_ > Phase::streaming || (phase_ == Phase::idle && must_wait())) break;
        if (phase_ == Phase::streaming && pause_body()) break;
        if (has_input() && consume()) continue;
        if (phase_ > Phase::streaming || !receive()) break;
    }
    if (phase_ == Phase::lingering) discard_input();
    if (phase_ == Phase::idle && unread().empty()) release_block();
    advancing_ = false;
    if (body_news_) tell_of_body();
}

bool H1Connection::has_input() const noexcept { return !unread().empty() || (reader_ != nullptr && reader_->holds()); }

// True when the connection got on: something was parsed to its end, or refused.
bool H1Connection::consume() noexcept {
    if (awaits_proxy_) return read_proxy_header();
    if (may_be_http2_) return read_preface();
    return phase_ > Phase::head ? read_body() : parse_head();
}

// Who sends anything else is not the balancer, and gets no answer.
bool H1Connection::read_proxy_header() noexcept {
    const protocol::ProxyHeader header = protocol::parse_proxy_header(unread());
    if (header.state == protocol::ProxyHeader::State::need_more) return false;
    if (header.state == protocol::ProxyHeader::State::failed) {
        tell_missing_proxy_header();
        lose();
        return true;
    }
    awaits_proxy_ = false;
    start_ += static_cast<uint32_t>(header.size);
    hear_balancer(header);
    return true;
}

// A client that knows that we speak HTTP/2 begins with it (RFC 9113 3.3): another connection goes on from there.
bool H1Connection::read_preface() noexcept {
    const Bytes seen = unread().substr(0, http::h2::kClientPreface.size());
    if (http::h2::kClientPreface.starts_with(seen) && seen.size() < http::h2::kClientPreface.size()) {
        if (exchange_ == nullptr) exchange_ = port_.exchanges().take();
        await_head();
        return false;
    }
    may_be_http2_ = false;
    if (seen != http::h2::kClientPreface) return parse_head();
    auto fresh = std::make_unique<H2Connection>(port_, take_stream(), passport_);
    port_.replace(*this, std::move(fresh), unread(), port_.limits().header_timeout_ms);
    return true;
}

// True when bytes arrived.
bool H1Connection::receive() noexcept {
    if (!readable_) return false;
    make_room();
    size_t room = block_->room();
    Result<size_t> got = stream_.read_some(block_->data + block_->filled, room);
    if (!got.ok()) {
        readable_ = false;
        if (got.error() != Error::would_block) lose();
        return false;
    }
    if (got.value() == 0) {
        on_end_of_stream();
        return false;
    }
    // Edge-triggered: fewer bytes than asked for means that the kernel has none left and will tell of new ones.
    if (got.value() < room && !fin_seen_ && !stream_.has_more()) readable_ = false;
    block_->filled += static_cast<uint32_t>(got.value());
    count_received(got.value());
    if (phase_ > Phase::head) set_deadline(input_deadline_ms_, body_patience_ms());
    return true;
}

// Everything the client sent has been read, and it will send no more.
void H1Connection::on_end_of_stream() noexcept {
    readable_ = false;
    begin_close(false);
    if (exchange_ != nullptr) drop_exchange(AnswerState::lost);
}

// The client closed its direction while a handler is suspended: it went away (a browser's stop button looks so). What
// was answered within the turn in which the end arrived has been answered.
void H1Connection::on_peer_closed() noexcept {
    if (fin_told_) return;
    fin_told_ = true;
    if (exchange_->linked()) {  // nobody works on it yet
        close();
    } else {
        port_.handler().on_client_gone(*exchange_);
    }
}

// A request in flight keeps its block: the rest moves to a new one.
void H1Connection::make_room() noexcept {
    if (block_ == nullptr) {
        block_ = context_.blocks.take();
        start_ = 0;
        return;
    }
    if (unread().empty() && phase_ <= Phase::head && block_->references == 1) {
        block_->filled = start_ = 0;
        return;
    }
    if (block_->room() > 0 && (start_ == 0 || phase_ > Phase::head)) return;
    net::Block* fresh = context_.blocks.take(unread());
    release_block();
    block_ = fresh;
    body_base_ = 0;
}

bool H1Connection::parse_head() noexcept {
    if (exchange_ == nullptr) exchange_ = port_.exchanges().take();
    http::ParseStep step = parser_.feed(unread(), exchange_->head);
    switch (step.state) {
        case http::ParseStep::State::need_more:
            await_head();
            if (unread().size() < net::Block::kSize) return false;
            reject(431, "the request head is larger than the read buffer");
            return true;
        case http::ParseStep::State::failed: reject(step.status, step.reason); return true;
        case http::ParseStep::State::complete: break;
    }
    start_ += step.consumed;
    exchange_->hold(*block_);
    exchange_->facts.request_bytes = step.consumed;
    note_beginning();
    introduce(*exchange_);
    keep_alive_ = exchange_->head.keep_alive;
    if (exchange_->head.chunked || exchange_->head.content_length > 0) return begin_body();
    begin_handling(Phase::handling);
    return true;
}

void H1Connection::await_head() noexcept {
    if (phase_ != Phase::idle) return;
    phase_ = Phase::head;
    note_beginning();
    set_deadline(input_deadline_ms_, port_.limits().header_timeout_ms);
}

// For the duration that the access log tells.
void H1Connection::note_beginning() noexcept {
    if (port_.access_log() != nullptr) exchange_->facts.began_us = monotonic_us();
}

void H1Connection::begin_handling(Phase phase) noexcept {
    phase_ = phase;
    input_deadline_ms_ = kNever;
    fin_told_ = false;
    ++requests_;
    gathering_.begin(context_.loop, !unread().empty());
    dispatch(*exchange_, *this);
    gathering_.end(context_.loop);
}

// The answer to what is no request. The connection ends: where the next request would begin is anybody's guess.
void H1Connection::reject(int status, const char* reason) noexcept {
    log_rejection(status, reason);
    context_.counters.abort_count.increment();
    write_refusal(status);
    if (exchange_ != nullptr) drop_exchange(AnswerState::lost);
    begin_close(true);
}

void H1Connection::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    append_head(refusal.head());
    stream_.tail().append(refusal.body());
    if (exchange_ != nullptr) exchange_->facts.body_bytes = refusal.body().size();
}

void H1Connection::log_rejection(int status, const char* reason) noexcept {
    context_.log.print(LogLevel::notice, "%d to %s:%d (connection %" PRId64 "): %s", status,
                       ip_text(passport_.origin).c_str(), passport_.origin.remote_port, passport_.session_id, reason);
}

// After our last word: what the client still sends is read and dropped, so that no reset overtakes the answer.
void H1Connection::discard_input() noexcept {
    if (!readable_) return;
    if (!drop_input(lingered_)) return close_now();
    readable_ = false;
}

}  // namespace tern::serve
