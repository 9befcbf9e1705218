#include "serve/exchange.h"

#include <cstring>

namespace tern::serve {

void Exchange::recycle() noexcept {
    body.reset();
    coded.reset();
    tls.reset();
    fastcgi.reset();
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
    exchange->state_ = ResponseState::none;
    exchange->stream_id = 0;
    std::memset(exchange->handler_state_, 0, sizeof exchange->handler_state_);
    exchange->forwarded_host = {};
    exchange->detached = exchange->reports_end = false;
    exchange->facts.status = 0;
    exchange->facts.body_bytes = exchange->facts.request_bytes = 0;
    exchange->facts.began_us = 0;
    exchange->facts.response_fields.clear();
    exchange->compression = nullptr;
    exchange->trace = nullptr;
    return exchange;
}

// --- Responses

namespace {

// A response that has begun cannot report an error to the client, so the connection is aborted.
Error break_off(Exchange& exchange) {
    exchange.responder()->abort(exchange);
    return Error::no_memory;
}

}  // namespace

Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) {
    if (exchange.compression != nullptr && exchange.compression->concerns(head, body.size())) {
        const Bytes coded = exchange.compression->code(exchange.head, head, body.view());
        if (!coded.empty()) body = copy_of(coded);
    }
    return exchange.responder()->respond(exchange, head, std::move(body));
}

Error start(Exchange& exchange, http::ResponseHead& head) {
    if (exchange.compression != nullptr) exchange.coded = exchange.compression->start(exchange.head, head);
    return exchange.responder()->start(exchange, head);
}

Error write(Exchange& exchange, Slice piece) {
    if (exchange.coded != nullptr && !piece.empty()) {
        Buffer out;
        if (!exchange.coded->encoder().flush(piece.view(), out)) return break_off(exchange);
        piece = slice_of(std::move(out));
    }
    return exchange.responder()->write(exchange, std::move(piece));
}

bool write_last(Exchange& exchange, Slice piece) {
    if (exchange.coded != nullptr) {
        Buffer out;
        const bool finished = exchange.coded->encoder().finish(piece.view(), out);
        exchange.coded.reset();
        if (!finished) return break_off(exchange) == Error::ok;
        piece = slice_of(std::move(out));
    }
    if (!piece.empty()) (void)exchange.responder()->write(exchange, std::move(piece));
    return exchange.responder() != nullptr;
}

}  // namespace tern::serve
