#include "serve/admission.h"

namespace tern::serve {

Admission::~Admission() {
    for (Exchange* exchange : waiting_) exchange->release();
}

Admission::Verdict Admission::decide(Exchange& exchange) noexcept {
    if (limits_.max_concurrency > 0) {
        uint64_t total = 0;
        for (const WorkerCounters& one : all_) total += one.concurrency.get();
        if (total > limits_.max_concurrency) return Verdict::refuse;
    }
    if (limits_.worker_max_concurrency == 0 || handling() <= limits_.worker_max_concurrency) return Verdict::enter;
    if (waiting_.size() >= kMostWaiting) return Verdict::refuse;
    exchange.retain();
    waiting_.push_back(&exchange);
    return Verdict::wait;
}

Exchange* Admission::next() noexcept {
    while (!waiting_.empty()) {
        Exchange* exchange = waiting_.front();
        bool gone = exchange->responder() == nullptr;
        if (!gone && handling() >= limits_.worker_max_concurrency) return nullptr;
        waiting_.pop_front();
        if (!gone) return exchange;
        exchange->release();
    }
    return nullptr;
}

}  // namespace tern::serve
