#include "serve/admission.h"

namespace tern::serve {

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
