#include "serve/exchange.h"

#include <cstring>

namespace tern::serve {

void Exchange::recycle() noexcept {
    body.reset();
    coded.reset();
    tls.reset();
    if (account != nullptr) close_account();
    if (block_ != nullptr) net::BlockPool::release(*std::exchange(block_, nullptr));
    --pool_.in_use_;
    if (pool_.free_.size() < ExchangePool::kKept) {
        pool_.free_.push_back(this);
    } else {
        delete this;
    }
}

ExchangePool::~ExchangePool() {
    for (Exchange* exchange : free_) delete exchange;
}

Exchange* ExchangePool::take() noexcept {
    Exchange* exchange = nullptr;
    if (free_.empty()) {
        exchange = new Exchange(*this);
    } else {
        exchange = free_.back();
        free_.pop_back();
    }
    ++in_use_;
    exchange->references_ = 1;
    exchange->responder_ = nullptr;
    exchange->state_ = AnswerState::none;
    exchange->stream_id = 0;
    std::memset(exchange->handler_state_, 0, sizeof exchange->handler_state_);
    exchange->forwarded_host = {};
    exchange->detached = exchange->reports_end = false;
    exchange->facts.status = 0;
    exchange->facts.body_bytes = exchange->facts.request_bytes = 0;
    exchange->facts.began_us = 0;
    exchange->facts.answer_fields.clear();
    exchange->compression = nullptr;
    exchange->trace = nullptr;
    return exchange;
}

}  // namespace tern::serve
