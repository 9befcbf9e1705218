// Request::create() and parse(): a request parsed from bytes of the program, by the parsers of the server.
#pragma once

#include "php/engine/compat/engine.h"
#include "protocol/http/h1_parser.h"
#include "serve/exchange.h"
#include "serve/limits.h"

namespace tern::php {

struct RequestOptions;

class RequestParts {
public:
    explicit RequestParts(const RequestOptions& options) noexcept;
    RequestParts(const RequestParts&) = delete;
    RequestParts& operator=(const RequestParts&) = delete;
    ~RequestParts();

    // Returns how many bytes belong to the request. If these are fewer than given, the rest belongs to the next
    // request.
    size_t feed(Bytes data) noexcept;
    // Empty until it has arrived.
    Bytes method() const noexcept { return block_->filled == 0 ? Bytes() : exchange_->head.method; }
    bool complete() const noexcept { return state_ == State::complete; }
    bool failed() const noexcept { return state_ == State::failed; }
    bool ended() const noexcept { return complete() || failed(); }
    // The exchange, with a reference for the caller. Only when the request is complete.
    serve::Exchange* take() noexcept {
        exchange_->retain();
        return exchange_;
    }

private:
    enum class State : uint8_t { head, body, complete, failed };
    size_t feed_head(Bytes data) noexcept;
    size_t feed_body(Bytes data) noexcept;
    void begin_body() noexcept;

    serve::Limits limits_;
    serve::Exchange* exchange_;
    net::Block* block_;
    http::H1Parser parser_;
    std::unique_ptr<serve::BodyReader> reader_;
    State state_ = State::head;
};

RequestOptions read_request_options(HashTable* given);

}  // namespace tern::php
