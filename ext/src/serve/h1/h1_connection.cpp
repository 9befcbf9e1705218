#include "serve/h1/h1_connection.h"

#include <algorithm>
#include <sys/socket.h>

#include "serve/log/access_log.h"

namespace tern::serve {

H1Connection::H1Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept
    : HttpConnection(host, std::move(stream), info),
      input_(context_.blocks),
      parser_(host.limits().head),
      body_(*this),
      answer_(*this),
      preamble_(host.options().http2 ? Preamble::preface : Preamble::none) {}

Error H1Connection::open(Bytes unread, int64_t timeout_ms) noexcept {
    if (unread.size() >= net::Block::kLargeSize) return Error::data_length_too_large;
    if (Error error = watch(!unread.empty()); error != Error::ok) return error;
    input_.take(unread);
    deadlines_.set(Deadline::input, timeout_ms);
    return Error::ok;
}

// --- From request to request

void H1Connection::await_request() noexcept {
    phase_ = Phase::idle;
    parser_.reset();
    deadlines_.set(Deadline::input, host_.limits().keep_alive_timeout_ms);
}

// The whole answer is queued: the connection is free for the next request.
void H1Connection::complete() noexcept {
    if (phase_ == Phase::streaming) return body_.complete_early();
    const bool peer_closed = readiness_.peer_closed;
    const bool client_goes_on = exchange_->head.keep_alive && !peer_closed;
    (void)release_exchange(AnswerState::complete);
    if (answer_.keep_alive()) {
        await_request();
    } else {
        // If the server ends the connection, the client may be sending its next request now.
        finish(client_goes_on || (readiness_.readable && !peer_closed) ? Finish::linger : Finish::plain);
    }
    if (phase_ == Phase::idle && gathering_.now()) return;  // sent at the end of on_events()
    if (!is_reading() && phase_ == Phase::idle && input_.empty() && !readiness_.readable) input_.release();
    flush();
}

void H1Connection::finish(Finish how) noexcept {
    phase_ = Phase::over;
    Connection::finish(how);
}

void H1Connection::abort_exchange() noexcept {
    Exchange& exchange = *exchange_;
    exchange.retain();
    if (release_exchange(AnswerState::lost)) host_.handler().on_client_gone(exchange);
    exchange.release();
}

// True: a handler has seen the exchange.
bool H1Connection::release_exchange(AnswerState state) noexcept {
    Exchange& exchange = *std::exchange(exchange_, nullptr);
    body_.reset();
    (void)answer_.take_waiter();
    const bool is_cut = state == AnswerState::lost && exchange.state() == AnswerState::streaming;
    if (is_cut && answer_.ends_with_connection()) break_output();
    return end_exchange(exchange, state);
}

void H1Connection::on_flushed() noexcept {
    const bool relieved = stream_.queued() <= host_.limits().low_watermark;
    if (!relieved) return;
    if (answer_.take_waiter()) host_.handler().on_drained(*exchange_);
    if (phase_ != Phase::idle || closed()) return;
    if (!is_reading() && (readiness_.readable || !input_.empty())) run_again();
    if (stream_.drained() && !deadlines_.is_set(Deadline::input)) {
        deadlines_.set(Deadline::input, host_.limits().keep_alive_timeout_ms);
    }
}

void H1Connection::describe_answer(AccessEntry& entry, const Exchange& exchange, AnswerState state) noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const bool known = facts.request_bytes > 0;
    if (!known) {
        entry.first_line = unread().substr(0, unread().find_first_of("\r\n"));
        entry.received_bytes = unread().size();
    }
    const uint64_t end = stream_.sent() + (entry.aborted ? 0 : stream_.queued());
    entry.sent_bytes = end > answer_mark_ ? end - answer_mark_ : 0;
    entry.body_bytes = std::min(facts.body_bytes, entry.sent_bytes);
    entry.keep_alive = state == AnswerState::complete && answer_.keep_alive();
    answer_mark_ = stream_.sent() + stream_.queued();
}

// --- Time

void H1Connection::on_silence() noexcept {
    switch (phase_) {
        case Phase::head: reject(408, "the request head took longer than http_header_timeout"); break;
        case Phase::body: reject(408, kSilentBody); break;
        case Phase::streaming: body_.fail(408, kSilentBody); break;
        case Phase::dropping: finish(Finish::linger); break;
        case Phase::idle:
            // A client that is still receiving an answer is not idle. Its idle time starts when it has all of it.
            if (stream_.drained()) finish(Finish::plain);
            break;
        default: return;
    }
    flush();
}

void H1Connection::on_stalled() noexcept {
    log_stalled_client();
    abort();
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
    if (answer_.ends_with_connection()) stream_.reset_when_closed();
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

void H1Connection::end_raw_answer() noexcept {
    (void)release_exchange(AnswerState::complete);
    await_request();
}

// The next answer announces that it is the last one. If no request comes soon, the connection is idle.
void H1Connection::drain() noexcept {
    if (answers_raw()) end_raw_answer();
    if (phase_ == Phase::idle && deadlines_.at(Deadline::input) > context_.loop.now_ms() + kDrainMs) {
        deadlines_.set(Deadline::input, kDrainMs);
    }
}

// Drains instead when the client has just connected, has just got an answer or has sent a part of a request: closing
// would lose the request that may be in transit.
void H1Connection::close_idle() noexcept {
    char first;
    const bool asks = phase_ == Phase::head || ::recv(fd(), &first, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    asks || was_answered_lately() || (requests_ == 0 && is_new()) ? drain() : close();
}

// Between requests the deadline is http_keepalive_timeout after the last answer.
bool H1Connection::was_answered_lately() const noexcept {
    if (requests_ == 0 || !deadlines_.is_set(Deadline::input)) return false;
    const int64_t answered_ms = deadlines_.at(Deadline::input) - host_.limits().keep_alive_timeout_ms;
    return context_.loop.now_ms() - answered_ms < kDrainMs;
}

void H1Connection::terminate() noexcept {
    if (closed()) return;
    const bool waits_for_answer = exchange_ != nullptr && exchange_->responder() == &answer_;
    if (waits_for_answer && exchange_->state() == AnswerState::none) {
        answer_.write_unavailable();
        (void)release_exchange(AnswerState::complete);
    }
    (void)flush_stream();  // the rest is lost with this process
    end(End::silent);
}

void H1Connection::on_end() noexcept {
    if (exchange_ != nullptr) (void)release_exchange(AnswerState::lost);
    phase_ = Phase::over;
    input_.release();
}

}  // namespace tern::serve
