#include "serve/telemetry/active_requests.h"

#include "serve/exchange.h"

namespace tern::serve {

ActiveRequests::~ActiveRequests() {
    for (List<RequestAccount>* list : {&slow_, &open_}) {
        while (list->pop_front() != nullptr) {}
    }
}

RequestAccount& ActiveRequests::open(Exchange& exchange, int64_t now_ns) noexcept {
    const ExchangeFacts& facts = exchange.facts;
    const int64_t since_us = facts.began_us > 0 ? facts.began_us : facts.turn_us;
    auto* account = new RequestAccount(exchange, since_us * 1000);
    account->add_wait(WaitKind::client, (facts.dispatched_us - since_us) * 1000);
    account->add_wait(WaitKind::queue, now_ns - std::max(facts.dispatched_us, since_us) * 1000);
    exchange.account = account;
    open_.push_back(*account);
    if (slow_us_ > 0) {
        account->slow_at_us = since_us + slow_us_;
        if (!timer_.pending()) wait_for_next();
    }
    return *account;
}

// A request that took long to arrive may be after younger ones, and is then found late.
void ActiveRequests::look() noexcept {
    const int64_t now_us = loop_.now_us();
    for (RequestAccount* one = open_.front(); one != nullptr && one->slow_at_us <= now_us; one = open_.front()) {
        slow_.push_back(*one);
        if (!one->slow) watcher_.on_slow(*one);
    }
    wait_for_next();
}

void ActiveRequests::wait_for_next() noexcept {
    RequestAccount* first = open_.front();
    if (first == nullptr) return;
    // Rounded up, as the timer wheel counts whole milliseconds.
    loop_.start_timer(timer_, std::max<int64_t>(0, first->slow_at_us / 1000 + 1 - loop_.now_ms()));
}

}  // namespace tern::serve
