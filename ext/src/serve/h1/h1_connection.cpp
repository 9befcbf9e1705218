#include "serve/h1/h1_connection.h"

#include <algorithm>
#include <poll.h>
#include <sys/socket.h>

#include "protocol/http/chunked.h"
#include "protocol/http/head.h"
#include "protocol/proxy_protocol.h"
#include "serve/blocking_wait.h"
#include "serve/log/access_log.h"
#include "serve/refusal.h"
#include "serve/ws/ws_connection.h"

namespace tern::serve {

namespace {
bool has_body(const http::RequestHead& head) noexcept { return head.chunked || head.content_length > 0; }
}  // namespace

H1Connection::H1Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept
    : Connection(host, std::move(stream), info),
      input_(context_.blocks),
      parser_(host.limits().head),
      body_({host_, input_, stream_, deadlines_}),
      preamble_(host.options().http2 ? Preamble::preface : Preamble::none) {}

Error H1Connection::open(Bytes unread, int64_t timeout_ms) noexcept {
    if (unread.size() >= net::Block::kLargeSize) return Error::data_length_too_large;
    if (Error error = watch(!unread.empty()); error != Error::ok) return error;
    input_.take(unread);
    deadlines_.set(Deadline::input, timeout_ms);
    return Error::ok;
}

// --- Input

void H1Connection::on_input() noexcept {
    if (responds_raw() && (readiness_.readable || !input_.empty())) [[unlikely]]
        end_raw_response();
    for (int step = 0; phase_ <= Phase::streaming; ++step) {
        if (step == kStepsPerTurn) {
            run_again();
            break;
        }
        // Sends responses to pipelined requests now and then. A client that does not receive them gets no further ones.
        if (stream_.queued() >= net::Stream::kFlushAt && !readiness_.stalled) flush();
        const bool is_full = stream_.queued() > host_.limits().high_watermark;
        if (phase_ > Phase::streaming || (phase_ == Phase::idle && is_full)) break;
        if (phase_ == Phase::streaming && body_.pause(*exchange_)) break;
        if (!has_input() && (!readiness_.readable || !receive())) break;
        if (consume()) continue;
        if (phase_ > Phase::streaming || !receive()) break;
    }
    if (phase_ == Phase::idle && input_.empty()) input_.release();
}

void H1Connection::after_input() noexcept {
    if (body_.has_news()) body_.notify(exchange_);
    // Complete input was dispatched already, and no response can be sent any more.
    if (readiness_.broken) return abort();
    if (readiness_.peer_closed && phase_ == Phase::handling) on_peer_closed();
    // Usually the response has been sent already, and flush() would do nothing.
    const bool settled = phase_ <= Phase::head && stream_.drained() && !host_.leaving();
    if (!settled) flush();
}

// True: the connection made progress, as something was parsed completely or refused.
bool H1Connection::consume() noexcept {
    if (preamble_ != Preamble::none) [[unlikely]]
        return preamble_ == Preamble::proxy ? read_proxy_header() : read_preface();
    return phase_ > Phase::head ? read_body() : parse_head();
}

// A client that sends anything else is not the balancer, and gets no response.
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
    if (phase_ > Phase::head) deadlines_.set(Deadline::input, body_.timeout_ms(exchange_));
    return true;
}

// The client closed its direction while a handler is suspended, which means that it has gone (a browser does so when
// the user presses stop). It does not matter for a response within the same turn, which is complete.
void H1Connection::on_peer_closed() noexcept {
    if (std::exchange(peer_close_notified_, true)) return;
    if (exchange_->linked() || responds_raw()) {  // no handler has it yet, or none any more
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
    if (requests_ > 0 && host_.may_rebalance() && host_.rebalance(*this)) [[unlikely]]
        return true;
    input_.consume(step.consumed);
    exchange_->hold(input_.block());
    exchange_->facts.request_bytes = step.consumed;
    note_beginning();
    host_.requests().set_client_info(*exchange_, info_, stream_);
    keep_alive_ = exchange_->head.keep_alive;
    if (has_body(exchange_->head)) return begin_body();
    begin_handling(Phase::handling);
    return true;
}

void H1Connection::await_head() noexcept {
    if (phase_ != Phase::idle) return;
    phase_ = Phase::head;
    note_beginning();
    deadlines_.set(Deadline::input, host_.limits().header_timeout_ms);
}

void H1Connection::begin_handling(Phase phase) noexcept {
    phase_ = phase;
    deadlines_.clear(Deadline::input);
    peer_close_notified_ = raw_ = false;
    note_request();
    ++requests_;
    gathering_.begin(context_.loop, !input_.empty());
    host_.requests().dispatch(*exchange_, *this);
    gathering_.end(context_.loop);
}

// Responds to input that is no request. The connection ends, as the start of the next request cannot be found.
void H1Connection::reject(int status, const char* reason) noexcept {
    host_.requests().log_rejection(info_, status, reason);
    write_refusal(status);
    if (exchange_ != nullptr) abort_exchange();
    finish(Finish::linger);
}

// --- The body of a request

bool H1Connection::begin_body() noexcept {
    const BodyStep begun = body_.begin(*exchange_);
    if (!body_.streams()) {
        phase_ = Phase::body;
        deadlines_.set(Deadline::input, host_.limits().body_timeout_ms);
        if (begun.state != BodyStep::State::failed) return !input_.empty() && read_body();
    }
    const BodyStep step = begun.state == BodyStep::State::failed ? begun : body_.read(exchange_);
    if (step.state == BodyStep::State::failed) {
        reject(step.status, step.reason);
        return true;
    }
    begin_handling(step.state == BodyStep::State::done ? Phase::handling : Phase::streaming);
    if (phase_ == Phase::streaming) body_.await(exchange_);
    return true;
}

bool H1Connection::read_body() noexcept {
    const BodyStep step = body_.read(exchange_);
    if (phase_ == Phase::streaming) return on_streamed(step);
    if (phase_ == Phase::dropping) return on_dropped(step);
    switch (step.state) {
        case BodyStep::State::failed: reject(step.status, step.reason); return true;
        case BodyStep::State::done: begin_handling(Phase::handling); return true;
        case BodyStep::State::more: break;
    }
    return false;
}

bool H1Connection::on_streamed(const BodyStep& step) noexcept {
    if (step.state == BodyStep::State::failed) {
        fail_body(step.status, step.reason);
        return true;
    }
    body_.note_streamed(*exchange_, step.state == BodyStep::State::done);
    if (step.state == BodyStep::State::more) return body_.holds_input();
    phase_ = Phase::handling;
    deadlines_.clear(Deadline::input);
    return true;
}

bool H1Connection::on_dropped(const BodyStep& step) noexcept {
    if (step.state == BodyStep::State::failed || body_.dropped_too_much()) {
        finish(Finish::linger);
        return true;
    }
    if (step.state == BodyStep::State::more) return false;
    body_.reset();
    await_request();
    return true;
}

// A handler that has the request already is notified as if the client had left. The client gets the reason.
void H1Connection::fail_body(int status, const char* reason) noexcept {
    host_.requests().log_rejection(info_, status, reason);
    exchange_->body.break_off(status);
    if (exchange_->state() == ResponseState::none) write_refusal(status);
    finish(Finish::linger);
    abort_exchange();
}

void H1Connection::read_on(Exchange& exchange) {
    check(exchange);
    if (phase_ != Phase::streaming) return;
    const bool asks = body_.owes_continue(exchange);
    if (body_.read_on(exchange)) run_again();
    if (asks && !stream_.corked()) flush();
}

void H1Connection::gather_body(Exchange& exchange) {
    check(exchange);
    const BodyStep step = body_.gather();
    if (step.state != BodyStep::State::failed) return read_on(exchange);
    fail_body(step.status, step.reason);
    if (!stream_.corked()) flush();
}

// --- Heads

void H1Connection::write_head(http::ResponseHead& head, http::Framing wanted) noexcept {
    const Exchange& exchange = *exchange_;
    has_content_ = http::frame(head, exchange.is_head_request(), wanted);
    framing_ = head.framing;
    const Limits& limits = host_.limits();
    const bool was_last = limits.keep_alive_requests > 0 && requests_ >= limits.keep_alive_requests;
    const bool ends = host_.closing() || (host_.leaving() && !portable());
    if (ends || was_last || limits.keep_alive_timeout_ms == 0) head.keep_alive = false;
    const bool whole = wanted == http::Framing::length;
    const bool is_early = phase_ == Phase::streaming;
    if (is_early && !body_.can_outlive_response(whole)) head.keep_alive = false;
    keep_alive_ = keep_alive_ && head.keep_alive && head.framing != http::Framing::close;
    head.keep_alive = keep_alive_;
    head.version = exchange.head.version;
    append_head(head);
}

void H1Connection::append_head(const http::ResponseHead& head) noexcept {
    Buffer& out = stream_.tail();
    http::write_response_head(out, head, host_.own_lines());
    const bool is_final = head.status >= 200 || head.status == 101;
    if (is_final && exchange_ != nullptr) host_.requests().note_response(*exchange_, head);
}

void H1Connection::write_refusal(int status) noexcept {
    const Refusal refusal(status);
    append_head(refusal.head());
    stream_.tail().append(refusal.body());
    if (exchange_ != nullptr) exchange_->facts.body_bytes = refusal.body().size();
}

Error H1Connection::inform(Exchange& exchange, const http::ResponseHead& head) {
    check(exchange);
    TERN_CHECK(exchange.state() == ResponseState::none);
    if (exchange.head.version == http::Version::http10) return Error::operation_not_supported;
    if (must_wait()) return Error::output_buffer_overflow;
    http::write_interim_head(stream_.tail(), head);
    flush();
    return closed() ? Error::session_closed_by_client : Error::ok;
}

// --- Whole responses

Error H1Connection::respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    check(exchange);
    head.content_length = body.size();
    write_head(head, http::Framing::length);
    if (has_content_) {
        exchange.facts.body_bytes = body.size();
        stream_.append(std::move(body));
    }
    complete();
    return Error::ok;
}

Error H1Connection::respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) {
    check(exchange);
    write_head(head, http::Framing::length);
    for (BodyPart& part : has_content_ ? parts : std::span<BodyPart>()) {
        exchange.facts.body_bytes += part.bytes.size() + part.length;
        stream_.append(std::move(part.bytes));
        if (part.file.open()) stream_.append_file(std::move(part.file), part.offset, part.length);
    }
    complete();
    return Error::ok;
}

// --- Responses in pieces

Error H1Connection::start(Exchange& exchange, http::ResponseHead& head) {
    check(exchange);
    const bool can_chunk = exchange.head.version != http::Version::http10;
    write_head(head, can_chunk ? http::Framing::chunked : http::Framing::close);
    exchange.begin_pieces();
    return Error::ok;
}

Error H1Connection::write(Exchange& exchange, Slice piece) {
    check(exchange);
    if (has_content_ && !piece.empty()) {
        const bool chunked = framing_ == http::Framing::chunked;
        exchange.facts.body_bytes += piece.size();
        if (chunked) {
            char* place = stream_.tail().extend(http::kMaxChunkHead);
            stream_.tail().shrink(http::kMaxChunkHead - http::write_chunk_head(place, piece.size()));
        }
        stream_.append(std::move(piece));
        if (chunked) stream_.tail().append(http::kChunkEnd);
    }
    flush();
    if (exchange_ == &exchange && must_wait()) waited_on_ = true;
    return closed() ? Error::session_closed_by_client : Error::ok;
}

Error H1Connection::finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) {
    check(exchange);
    if (framing_ == http::Framing::chunked && has_content_)
        http::write_last_chunk(stream_.tail(), trailers, trailer_count);
    complete();
    return Error::ok;
}

// --- Waits, and the end of a response

Error H1Connection::wait_for_room(Exchange& exchange) {
    const Limits& limits = host_.limits();
    if (is_flushing()) return Error::output_buffer_overflow;  // the sender itself is below on the stack
    while (exchange_ == &exchange && queued() > limits.low_watermark) {
        if (!wait_blocking(fd(), POLLOUT, limits.send_timeout_ms)) {
            on_stalled();
            return Error::timed_out;
        }
        flush();
    }
    return exchange_ == &exchange ? Error::ok : Error::session_closed_by_client;
}

void H1Connection::abort(Exchange& exchange) {
    check(exchange);
    context_.counters.abort_count.increment();
    abort_exchange();
    if (closed()) return;
    finish(Finish::plain);
    flush();
}

Result<WsSession*> H1Connection::upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) {
    check(exchange);
    if (phase_ != Phase::handling) return Error::operation_not_supported;  // body incomplete
    head.version = http::Version::http11;
    append_head(head);
    // A client that has this response is a WebSocket for all workers, even before its session is made here.
    if (slot_ != nullptr) {
        slot_->websocket_status.store(WsSession::kStatusActive, std::memory_order_relaxed);
    }
    (void)flush_stream();  // the next owner sends the rest
    (void)release_exchange(ResponseState::complete);
    auto fresh = std::make_unique<WsConnection>(host_, take_stream(), info_, start);
    WsConnection& now = *fresh;
    host_.replace(*this, std::move(fresh), unread());
    if (now.closed()) return Error::session_closed;
    return &now.session();
}

// --- From request to request

void H1Connection::await_request() noexcept {
    phase_ = Phase::idle;
    parser_.reset();
    deadlines_.set(Deadline::input, host_.limits().keep_alive_timeout_ms);
}

// The whole response is queued: the connection is free for the next request.
void H1Connection::complete() noexcept {
    if (phase_ == Phase::streaming) return complete_early();
    const bool peer_closed = readiness_.peer_closed;
    const bool client_goes_on = exchange_->head.keep_alive && !peer_closed;
    (void)release_exchange(ResponseState::complete);
    if (keep_alive_) {
        await_request();
    } else {
        // If the server ends the connection, the client may be sending its next request now.
        finish(client_goes_on || (readiness_.readable && !peer_closed) ? Finish::linger : Finish::plain);
    }
    if (phase_ == Phase::idle && gathering_.now()) return;  // sent at the end of on_events()
    if (!is_reading() && phase_ == Phase::idle && input_.empty() && !readiness_.readable) input_.release();
    flush();
}

// Drops a small rest of the request.
void H1Connection::complete_early() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    const bool goes_on = keep_alive_ && body_.can_outlive_response(true);
    std::unique_ptr<BodyReader> rest = goes_on ? body_.take_rest() : nullptr;
    const bool handled = release_exchange(ResponseState::complete);
    body_.reset();
    if (goes_on) {
        body_.drop(std::move(rest));
        phase_ = Phase::dropping;
        deadlines_.set(Deadline::input, host_.limits().body_timeout_ms);
        if (!is_reading()) run_again();
    } else {
        finish(Finish::linger);
    }
    flush();
    if (handled) host_.handler().on_body(exchange);  // a coroutine may still wait for the body
    exchange.release();
}

void H1Connection::finish(Finish how) noexcept {
    phase_ = Phase::over;
    Connection::finish(how);
}

void H1Connection::abort_exchange() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (release_exchange(ResponseState::lost)) host_.handler().on_client_gone(exchange);
    exchange.release();
}

// True: a handler has seen the exchange.
bool H1Connection::release_exchange(ResponseState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    if (has_body(exchange.head)) body_.reset();
    waited_on_ = false;
    const bool is_cut = state == ResponseState::lost && exchange.state() == ResponseState::streaming;
    if (is_cut && ends_with_connection()) break_output();
    return host_.requests().end(exchange, state, *this);
}

void H1Connection::on_flushed() noexcept {
    const bool relieved = stream_.queued() <= host_.limits().low_watermark;
    if (!relieved) return;
    if (take_waiter()) host_.handler().on_drained(*exchange_);
    if (phase_ != Phase::idle || closed()) return;
    if (!is_reading() && (readiness_.readable || !input_.empty())) run_again();
    if (stream_.drained() && !deadlines_.is_set(Deadline::input)) {
        deadlines_.set(Deadline::input, host_.limits().keep_alive_timeout_ms);
    }
}

void H1Connection::describe_response(AccessEntry& entry, const Exchange& exchange, ResponseState state) noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const bool known = facts.request_bytes > 0;
    if (!known) {
        entry.first_line = unread().substr(0, unread().find_first_of("\r\n"));
        entry.received_bytes = unread().size();
    }
    const uint64_t end = stream_.sent() + (entry.aborted ? 0 : stream_.queued());
    entry.sent_bytes = end > response_mark_ ? end - response_mark_ : 0;
    entry.body_bytes = std::min(facts.body_bytes, entry.sent_bytes);
    entry.keep_alive = state == ResponseState::complete && keep_alive_;
    response_mark_ = stream_.sent() + stream_.queued();
}

// --- Time

void H1Connection::on_silence() noexcept {
    switch (phase_) {
        case Phase::head: reject(408, "the request head took longer than http_header_timeout"); break;
        case Phase::body: reject(408, kSilentBody); break;
        case Phase::streaming: fail_body(408, kSilentBody); break;
        case Phase::dropping: finish(Finish::linger); break;
        case Phase::idle:
            // A client that is still receiving a response is not idle. Its idle time starts when it has all of it.
            if (stream_.drained()) finish(Finish::plain);
            break;
        default: return;
    }
    flush();
}

// --- The end

void H1Connection::close() noexcept {
    if (closed()) return;
    if (exchange_ != nullptr) abort_exchange();
    if (closed()) return;
    finish(Finish::plain);
    if (!stream_.corked()) flush();
}

// The client has gone or will not receive what we send, so nothing is sent.
void H1Connection::abort() noexcept {
    if (closed()) return;
    if (exchange_ != nullptr) abort_exchange();
    if (ends_with_connection()) stream_.reset_when_closed();
    end();
}

Error H1Connection::send_raw(Slice bytes) noexcept {
    if (!is_open() || phase_ == Phase::over) return Error::session_closed;
    if (stream_.queued() + bytes.size() > kMostRaw) return Error::output_buffer_overflow;
    raw_ = true;
    if (exchange_ != nullptr) exchange_->facts.body_bytes += bytes.size();
    stream_.append(std::move(bytes));
    flush();
    return Error::ok;
}

// The next response announces that it is the last one. If no request comes soon, the connection is idle.
void H1Connection::drain() noexcept {
    if (responds_raw()) end_raw_response();
    if (phase_ == Phase::idle && deadlines_.at(Deadline::input) > context_.loop.now_ms() + kDrainMs) {
        deadlines_.set(Deadline::input, kDrainMs);
    }
}

// Drains instead when a request may be in transit, which closing would lose.
void H1Connection::close_idle() noexcept { phase_ == Phase::head || may_lose_request(requests_) ? drain() : close(); }

void H1Connection::terminate() noexcept {
    if (closed()) return;
    const bool waits_for_response = exchange_ != nullptr && exchange_->responder() == this;
    if (waits_for_response && exchange_->state() == ResponseState::none) {
        http::ResponseHead head = unavailable();
        head.keep_alive = false;
        write_head(head, http::Framing::length);
        (void)release_exchange(ResponseState::complete);
    }
    (void)flush_stream();  // the rest is lost with this process
    end(End::silent);
}

void H1Connection::on_end() noexcept {
    if (exchange_ != nullptr) (void)release_exchange(ResponseState::lost);
    phase_ = Phase::over;
    input_.release();
}

}  // namespace tern::serve
