#include "serve/http_connection.h"

#include <cinttypes>

#include "protocol/http/head.h"
#include "serve/log/access_log.h"
#include "serve/origin.h"
#include "serve/telemetry/tracer.h"

namespace tern::serve {

namespace {
constexpr int kClientClosedRequest = 499;  // never sent: logs use it for a connection that ended before its response

// False when the client left in the middle of a head and got no response.
bool asks_for_something(const Exchange& exchange) noexcept {
    return exchange.facts.request_bytes > 0 || exchange.facts.status != 0;
}
}  // namespace

void HttpConnection::set_client_info(Exchange& exchange) noexcept {
    if (stream_.tls() != nullptr) exchange.tls = stream_.tls()->facts();
    exchange.session_id = info_.session_id;
    exchange.origin = info_.origin;
    exchange.received_us = context_.wall_us();
    exchange.facts.turn_us = context_.loop.now_us();
    const Proxies& proxies = host_.options().proxies;
    if (!proxies.trusted.empty()) apply_proxies(exchange, proxies);
}

void HttpConnection::dispatch(Exchange& exchange, Responder& responder) noexcept {
    exchange.attach(responder);
    context_.counters.request_count.increment();
    context_.counters.concurrency.increment();
    exchange.retain();  // if its response is sent at once, the handler must still be able to use it
    if (context_.tracer != nullptr) [[unlikely]]
        context_.tracer->begin(exchange);
    host_.requests().dispatch(exchange);
    exchange.release();
}

bool HttpConnection::end_exchange(Exchange& exchange, AnswerState state) noexcept {
    exchange.coded.reset();  // the handler may keep the exchange for long, but encoders are few
    if (exchange.body.arriving()) exchange.body.break_off(0);
    exchange.facts.ended_us = context_.loop.fresh_us();  // the clock is read once for all that reports this end
    if (exchange.account != nullptr) host_.handler().on_account_due(exchange);
    const bool is_request = asks_for_something(exchange);
    if (is_request && host_.access_log() != nullptr) log_access(exchange, state);
    if (exchange.account != nullptr) exchange.close_account();
    if (is_request) count_answer(exchange);
    if (exchange.trace != nullptr) [[unlikely]]
        Tracer::end(exchange, state);
    const bool was_dispatched = exchange.responder() != nullptr;
    bool handled = false;
    exchange.detach(state);
    if (exchange.reports_end) host_.handler().on_over(exchange);
    if (was_dispatched) {
        context_.counters.concurrency.decrement();
        if (state == AnswerState::complete) context_.counters.response_count.increment();
        handled = host_.requests().on_answered(exchange);
    }
    exchange.release();
    return handled;
}

// The time begins with the turn that found the head.
void HttpConnection::count_answer(const Exchange& exchange) noexcept {
    const bool known = exchange.facts.request_bytes > 0;
    const int64_t us = known ? exchange.facts.ended_us - exchange.facts.turn_us : 0;
    context_.counters.http.count(known ? exchange.head.method : Bytes(), exchange.facts.status, us);
}

// Logs what does not depend on the protocol; describe_answer() adds the rest.
void HttpConnection::log_access(const Exchange& exchange, AnswerState state) noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const bool known = facts.request_bytes > 0;
    AccessEntry entry;
    // A refused request has a whole response, too.
    entry.aborted = state == AnswerState::lost && (facts.status == 0 || exchange.state() == AnswerState::streaming);
    entry.head = known ? &exchange.head : nullptr;
    entry.client = known ? &exchange.origin : &info_.origin;
    entry.peer = &info_.origin;
    entry.answer_fields = facts.answer_fields;
    entry.status = facts.status > 0 ? facts.status : kClientClosedRequest;
    entry.received_bytes = facts.request_bytes;
    entry.received_us = known ? exchange.received_us : context_.wall_us();
    entry.duration_us = facts.began_us > 0 ? facts.ended_us - facts.began_us : 0;
    entry.worker_id = context_.worker_id;
    entry.account = exchange.account;
    describe_answer(entry, exchange, state);
    host_.access_log()->add(entry);
}

void HttpConnection::note_answer_fields(Exchange& exchange, const http::ResponseHead& head) noexcept {
    ExchangeFacts& facts = exchange.facts;
    facts.answer_fields.clear();
    for (const std::string& name : host_.access_log()->answer_names()) {
        facts.answer_fields.push_back(http::sent_field(head, name, context_.date(), server_name()));
    }
}

Bytes HttpConnection::server_name() const noexcept {
    const Bytes line = host_.server_line();  // "Server: name\r\n"
    return line.empty() ? line : line.substr(8, line.size() - 10);
}

void HttpConnection::log_rejection(int status, const char* reason) noexcept {
    context_.counters.abort_count.increment();
    // Any stranger can send malformed requests: no operator needs a line for each.
    const LogLevel level = status == 400 ? LogLevel::debug : LogLevel::notice;
    context_.log.print(level, "%d to %s:%d (connection %" PRId64 "): %s", status, ip_text(info_.origin).c_str(),
                       info_.origin.remote_port, info_.session_id, reason);
}

void HttpConnection::log_stalled_client() noexcept {
    context_.counters.abort_count.increment();
    context_.log.print(LogLevel::notice,
                       "a response to %s:%d (connection %" PRId64
                       ") is aborted: the client took nothing of it for send_timeout",
                       ip_text(info_.origin).c_str(), info_.origin.remote_port, info_.session_id);
}

}  // namespace tern::serve
