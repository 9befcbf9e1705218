#include "serve/request_entry.h"

#include "serve/files/static_files.h"

namespace tern::serve {

namespace {

void refuse(Exchange& exchange) noexcept {
    http::ResponseHead head;
    head.status = 503;
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

void RequestEntry::dispatch(Exchange& exchange) noexcept {
    exchange.handler_ = &handler_;
    exchange.facts.dispatched_us = context_.loop.now_us();
    exchange.compression = options_.compression;
    if (options_.files != nullptr && options_.files->answer(exchange)) return;
    switch (admission_.ask(exchange)) {
        case Admission::Verdict::enter: handler_.on_request(exchange); break;
        case Admission::Verdict::wait: break;
        case Admission::Verdict::refuse: refuse(exchange); break;
    }
}

bool RequestEntry::on_answered(Exchange& exchange) noexcept {
    const bool waited = admission_.withdraw(exchange);
    if (admission_.has_waiters()) context_.loop.defer(serve_waiting_);
    return !waited;
}

// Admission is common to all ports, so the next exchange may belong to another port.
void RequestEntry::serve_waiting() noexcept {
    while (Exchange* exchange = admission_.next()) {
        exchange->handler_->on_request(*exchange);
        exchange->release();
    }
}

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
