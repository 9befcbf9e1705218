#include "serve/request_entry.h"

#include <cinttypes>

#include "protocol/http/head.h"
#include "serve/connection.h"
#include "serve/files/static_files.h"
#include "serve/log/access_log.h"
#include "serve/origin.h"
#include "serve/refusal.h"
#include "serve/telemetry/tracer.h"

namespace tern::serve {

namespace {

constexpr int kClientClosedRequest = 499;  // never sent: logs use it for a connection that ended before its response

// False when the client left in the middle of a head and got no response.
bool asks_for_something(const Exchange& exchange) noexcept {
    return exchange.facts.request_bytes > 0 || exchange.facts.status != 0;
}

void refuse(Exchange& exchange) noexcept {
    http::ResponseHead head = unavailable();
    (void)exchange.responder()->respond(exchange, head, Slice());
}

}  // namespace

RequestEntry::RequestEntry(Context& context, const PortOptions& options, RequestHandler& handler,
                           Admission& admission) noexcept
    : context_(context),
      options_(options),
      handler_(handler),
      admission_(admission),
      serve_waiting_([](void* self) { static_cast<RequestEntry*>(self)->serve_waiting(); }, this) {}

// --- A request enters

void RequestEntry::set_client_info(Exchange& exchange, const ConnectionInfo& info, const net::Stream& stream) noexcept {
    if (stream.tls() != nullptr) exchange.tls = stream.tls()->facts();
    exchange.session_id = info.session_id;
    exchange.origin = info.origin;
    exchange.received_us = context_.wall_us();
    exchange.facts.turn_us = context_.loop.now_us();
    const Proxies& proxies = options_.proxies;
    if (!proxies.trusted.empty()) apply_proxies(exchange, proxies);
}

void RequestEntry::dispatch(Exchange& exchange, Responder& responder) noexcept {
    exchange.attach(responder);
    context_.counters.request_count.increment();
    context_.counters.concurrency.increment();
    exchange.retain();  // if it is answered at once, the handler must still be able to use it
    if (context_.tracer != nullptr) [[unlikely]]
        context_.tracer->begin(exchange);
    exchange.handler_ = &handler_;
    exchange.facts.dispatched_us = context_.loop.now_us();
    exchange.compression = options_.compression;
    if (options_.files == nullptr || !options_.files->respond(exchange)) {
        switch (admission_.ask(exchange)) {
            case Admission::Verdict::enter: handler_.on_request(exchange); break;
            case Admission::Verdict::wait: break;
            case Admission::Verdict::refuse: refuse(exchange); break;
        }
    }
    exchange.release();
}

// Admission is common to all ports, so the next exchange may belong to another port.
void RequestEntry::serve_waiting() noexcept {
    while (Exchange* exchange = admission_.next()) {
        exchange->handler_->on_request(*exchange);
        exchange->release();
    }
}

// --- Its response is complete or lost

bool RequestEntry::end(Exchange& exchange, ResponseState state, Connection& connection) noexcept {
    exchange.coded.reset();  // the handler may keep the exchange for long, but encoders are few
    if (exchange.body.arriving()) exchange.body.break_off(0);
    exchange.facts.ended_us = context_.loop.fresh_us();  // the clock is read once for all that reports this end
    if (exchange.account != nullptr) handler_.on_account_due(exchange);
    const bool is_request = asks_for_something(exchange);
    if (is_request && options_.access_log != nullptr) log_access(exchange, state, connection);
    if (exchange.account != nullptr) exchange.close_account();
    if (is_request) count_response(exchange);
    if (exchange.trace != nullptr) [[unlikely]]
        Tracer::end(exchange, state);
    const bool was_dispatched = exchange.responder() != nullptr;
    bool handled = false;
    exchange.detach(state);
    if (exchange.reports_end) handler_.on_over(exchange);
    if (was_dispatched) {
        context_.counters.concurrency.decrement();
        if (state == ResponseState::complete) context_.counters.response_count.increment();
        handled = !admission_.withdraw(exchange);
        if (admission_.has_waiters()) context_.loop.defer(serve_waiting_);
    }
    exchange.release();
    return handled;
}

// The time begins with the turn that found the head.
void RequestEntry::count_response(const Exchange& exchange) noexcept {
    const bool known = exchange.facts.request_bytes > 0;
    const int64_t us = known ? exchange.facts.ended_us - exchange.facts.turn_us : 0;
    context_.counters.http.count(known ? exchange.head.method : Bytes(), exchange.facts.status, us);
}

// Logs what does not depend on the protocol; describe_response() adds the rest.
void RequestEntry::log_access(const Exchange& exchange, ResponseState state, Connection& connection) noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const bool known = facts.request_bytes > 0;
    AccessEntry entry;
    // A refused request has a whole response, too.
    entry.aborted = state == ResponseState::lost && (facts.status == 0 || exchange.state() == ResponseState::streaming);
    entry.head = known ? &exchange.head : nullptr;
    entry.client = known ? &exchange.origin : &connection.info().origin;
    entry.peer = &connection.info().origin;
    entry.response_fields = facts.response_fields;
    entry.status = facts.status > 0 ? facts.status : kClientClosedRequest;
    entry.received_bytes = facts.request_bytes;
    entry.received_us = known ? exchange.received_us : context_.wall_us();
    entry.duration_us = facts.began_us > 0 ? facts.ended_us - facts.began_us : 0;
    entry.worker_id = context_.worker_id;
    entry.account = exchange.account;
    connection.describe_response(entry, exchange, state);
    options_.access_log->add(entry);
}

void RequestEntry::note_response_fields(Exchange& exchange, const http::ResponseHead& head) noexcept {
    ExchangeFacts& facts = exchange.facts;
    facts.response_fields.clear();
    for (const std::string& name : options_.access_log->response_names()) {
        facts.response_fields.push_back(http::sent_field(head, name, context_.date(), server_name()));
    }
}

void RequestEntry::log_rejection(const ConnectionInfo& client, int status, const char* reason, Bytes path) noexcept {
    context_.counters.abort_count.increment();
    // Any stranger can send malformed requests: no operator needs a line for each.
    const LogLevel level = status == 400 ? LogLevel::debug : LogLevel::notice;
    context_.log.print(level, "%d to %s:%d (connection %" PRId64 ")%s%.*s: %s", status, ip_text(client.origin).c_str(),
                       client.origin.remote_port, client.session_id, path.empty() ? "" : " for ",
                       static_cast<int>(path.size()), path.data(), reason);
}

void RequestEntry::log_stalled_client(const ConnectionInfo& client) noexcept {
    context_.counters.abort_count.increment();
    context_.log.print(LogLevel::notice,
                       "a response to %s:%d (connection %" PRId64
                       ") is aborted: the client took nothing of it for send_timeout",
                       ip_text(client.origin).c_str(), client.origin.remote_port, client.session_id);
}

// --- Admission

Admission::~Admission() {
    while (Exchange* exchange = waiting_.front()) (void)withdraw(*exchange);
}

Admission::Verdict Admission::decide(Exchange& exchange) noexcept {
    if (limits_.max_concurrency > 0) {
        uint64_t total = 0;
        for (const shm::WorkerCounters& one : all_) total += one.concurrency.get();
        if (total > limits_.max_concurrency) return Verdict::refuse;
    }
    if (limits_.worker_max_concurrency == 0) return Verdict::enter;
    // A new request must not overtake a waiting one.
    if (waiting_count_ == 0 && handling() <= limits_.worker_max_concurrency) return Verdict::enter;
    if (waiting_count_ >= kMostWaiting) return Verdict::refuse;
    exchange.retain();
    waiting_.push_back(exchange);
    set_waiting(waiting_count_ + 1);
    return Verdict::wait;
}

Exchange* Admission::next() noexcept {
    if (waiting_count_ == 0 || handling() >= limits_.worker_max_concurrency) return nullptr;
    set_waiting(waiting_count_ - 1);
    return waiting_.pop_front();
}

bool Admission::withdraw(Exchange& exchange) noexcept {
    if (!exchange.linked()) return false;
    exchange.unlink();
    set_waiting(waiting_count_ - 1);
    exchange.release();
    return true;
}

}  // namespace tern::serve
