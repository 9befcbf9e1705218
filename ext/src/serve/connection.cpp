#include "serve/connection.h"

#include <cinttypes>
#include <cstring>

#include "serve/origin.h"
#include "serve/port.h"
#include "serve/telemetry/tracer.h"

namespace tern::serve {

namespace {
constexpr int kClientClosedRequest = 499;  // nobody's answer: how logs name a connection that ended before it
}

Connection::Connection(Port& port, net::Stream stream, const Passport& passport) noexcept
    : port_(port), context_(port.context()), stream_(std::move(stream)), passport_(passport) {
    counted_sent_ = stream_.sent();
}

Error Connection::watch() noexcept {
    slot_ = context_.sessions.find(passport_.session_id, context_.incarnation);
    if (slot_ != nullptr) slot_->socket_fd.store(stream_.fd(), std::memory_order_relaxed);
    loop::Events wanted = loop::kReadable | loop::kWritable | loop::kPeerClosed;
    return context_.loop.watch(stream_.fd(), wanted, loop::Trigger::edge, *this);
}

Error Connection::take_up(Bytes unread, net::Block*& block) noexcept {
    if (unread.size() > net::Block::kSize) return Error::data_length_too_large;
    if (Error error = watch(); error != Error::ok) return error;
    if (unread.empty()) return Error::ok;
    block = context_.blocks.take(unread);
    return Error::ok;
}

void Connection::forget() noexcept {
    if (closed_) return;
    detach();
    port_.retire(*this);
}

void Connection::cut() noexcept {
    if (closed_) return;
    detach();
    context_.counters.close_count.increment();
    (void)context_.sessions.release(passport_.session_id, context_.incarnation);
    port_.retire(*this);
}

void Connection::close_now() noexcept {
    if (closed_) return;
    cut();
    port_.handler().on_close(passport_.session_id);
}

void Connection::detach() noexcept {
    on_detach();
    context_.loop.unwatch(stream_.fd(), *this);
    stream_.close();
    closed_ = true;
}

const net::TlsFacts* Connection::tls_facts() const noexcept {
    return stream_.tls() == nullptr ? nullptr : stream_.tls()->facts().get();
}

net::Stream Connection::take_stream() noexcept {
    count_sent();
    context_.loop.unwatch(stream_.fd(), *this);
    return std::move(stream_);
}

void Connection::retire() noexcept {
    on_detach();
    closed_ = true;
}

bool Connection::drop_input(uint64_t& dropped) noexcept {
    char scratch[1024];
    while (dropped < kMostDroppedInput) {
        const Result<size_t> got = stream_.read_some(scratch, sizeof scratch);
        if (!got.ok() && got.error() == Error::would_block) return true;
        if (!got.ok() || got.value() == 0) break;
        dropped += got.value();
    }
    return false;
}

void Connection::count_received(size_t bytes) noexcept {
    context_.counters.total_recv_bytes.add(bytes);
    if (slot_ != nullptr) slot_->last_recv_time_us.store(context_.wall_us(), std::memory_order_relaxed);
}

void Connection::count_sent() noexcept {
    if (stream_.sent() == counted_sent_) return;
    context_.counters.total_send_bytes.add(stream_.sent() - counted_sent_);
    counted_sent_ = stream_.sent();
    if (slot_ != nullptr) slot_->last_send_time_us.store(context_.wall_us(), std::memory_order_relaxed);
}

void Connection::hear_balancer(const protocol::ProxyHeader& header) noexcept {
    if (header.source.family == 0) return;
    set_ip(passport_.origin, header.source, header.source_port);
    passport_.origin.server_port = header.target_port;
    passport_.origin.secure = header.secure ? 1 : 0;
    if (slot_ != nullptr) slot_->origin = passport_.origin;
}

void Connection::tell_missing_proxy_header() noexcept {
    context_.log.print(LogLevel::warning, "connection %" PRId64 " from %s does not begin with a PROXY header",
                       passport_.session_id, ip_text(passport_.origin).c_str());
    context_.counters.abort_count.increment();
}

void Connection::log_stalled_client() noexcept {
    context_.counters.abort_count.increment();
    context_.log.print(LogLevel::notice,
                       "an answer to %s:%d (connection %" PRId64
                       ") is aborted: the client took nothing of it for send_timeout",
                       ip_text(passport_.origin).c_str(), passport_.origin.remote_port, passport_.session_id);
}

void Connection::introduce(Exchange& exchange) noexcept {
    if (stream_.tls() != nullptr) exchange.tls = stream_.tls()->facts();
    exchange.session_id = passport_.session_id;
    exchange.origin = passport_.origin;
    exchange.received_us = context_.wall_us();
    exchange.facts.turn_us = context_.loop.now_us();
    if (!port_.proxies().trusted.empty()) hear_proxies(exchange, port_.proxies());
}

void Connection::dispatch(Exchange& exchange, Responder& responder) noexcept {
    exchange.attach(responder);
    context_.counters.request_count.increment();
    context_.counters.concurrency.increment();
    exchange.retain();  // an answer given at once must not take it from under the handler
    if (context_.tracer != nullptr) [[unlikely]]
        context_.tracer->begin(exchange);
    port_.dispatch(exchange);
    exchange.release();
}

bool Connection::end_exchange(Exchange& exchange, AnswerState state) noexcept {
    exchange.coded.reset();  // the handler may keep the exchange for longer than there are encoders
    if (exchange.body.arriving()) exchange.body.break_off(0);
    exchange.facts.ended_us = context_.loop.fresh_us();  // the one look at the clock for all that is told of it
    if (exchange.account != nullptr) port_.handler().on_account_due(exchange);
    if (AccessLog* log = port_.access_log()) log_access(*log, exchange, state);
    if (exchange.account != nullptr) exchange.close_account();
    count_answer(exchange);
    if (exchange.trace != nullptr) [[unlikely]]
        Tracer::end(exchange, state);
    const bool was_dispatched = exchange.responder() != nullptr;
    bool handled = false;
    exchange.detach(state);
    if (exchange.abort_calls != nullptr) port_.handler().on_over(exchange);
    if (was_dispatched) {
        context_.counters.concurrency.decrement();
        if (state == AnswerState::complete) context_.counters.response_count.increment();
        handled = port_.on_answered(exchange);
    }
    exchange.release();
    return handled;
}

// Begins with the turn that found the head, whose time is known.
void Connection::count_answer(const Exchange& exchange) noexcept {
    const bool known = exchange.facts.request_bytes > 0;
    if (!known && exchange.facts.status == 0) return;  // who left in the middle of a head asked for nothing
    const int64_t us = known ? exchange.facts.ended_us - exchange.facts.turn_us : 0;
    context_.counters.http.count(known ? exchange.head.method : Bytes(), exchange.facts.status, us);
}

void Connection::describe(AccessEntry& entry, const Exchange& exchange, AnswerState state) const noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const bool known = facts.request_bytes > 0;
    // Who is refused has a whole answer, too.
    entry.aborted = state == AnswerState::lost && (facts.status == 0 || exchange.state() == AnswerState::streaming);
    entry.head = known ? &exchange.head : nullptr;
    entry.client = known ? &exchange.origin : &passport_.origin;
    entry.peer = &passport_.origin;
    entry.answer_head = facts.answer_head;
    entry.status = facts.status > 0 ? facts.status : kClientClosedRequest;
    entry.received_bytes = facts.request_bytes;
    entry.received_us = known ? exchange.received_us : context_.wall_us();
    entry.duration_us = facts.began_us > 0 ? facts.ended_us - facts.began_us : 0;
    entry.worker_id = context_.worker_id;
    entry.account = exchange.account;
}

}  // namespace tern::serve
