// The body of a request over FastCGI: gathered before the request is dispatched, or handed over while it arrives. It is
// a part of its FcgiRequest, which passes the data of the stream `input` on and acts on what the body has found.
#pragma once

#include <memory>

#include "serve/body_clock.h"
#include "serve/body_reading.h"
#include "serve/connection_host.h"

namespace tern::serve {

class FcgiBody {
public:
    explicit FcgiBody(ConnectionHost& host) noexcept : host_(host) {}
    FcgiBody(const FcgiBody&) = delete;
    FcgiBody& operator=(const FcgiBody&) = delete;

    // The head is complete, and announces a body. Fails when the request is refused.
    BodyStep begin(Exchange& exchange) noexcept;
    BodyStep feed(Exchange& exchange, Bytes data) noexcept;
    // The client's stream has ended, and so has the body, even if CONTENT_LENGTH is more.
    BodyStep end() noexcept;
    // True: the handler gets the request while its body arrives.
    bool streams() const noexcept { return streams_; }
    bool arrives() const noexcept { return reader_ != nullptr && !whole_; }
    // The request is over: drops the body.
    void reset() noexcept;

    // True while the handler of a streaming body has not taken enough: the connection does not read then.
    bool pause(const Exchange& exchange) noexcept;
    // The handler has taken some, or waits for more.
    BodyStep read_on(Exchange& exchange) noexcept;
    // The handler wants all of it.
    BodyStep gather() noexcept { return reader_ == nullptr ? BodyStep{} : reader_->gather(); }
    // True once: the handler has to be notified of new bytes.
    bool take_news() noexcept { return std::exchange(has_news_, false); }
    // INT64_MAX: nothing is expected from the client.
    int64_t deadline_ms() const noexcept { return arrives() && !clock_.paused() ? deadline_ms_ : INT64_MAX; }

private:
    BodyStep note(const Exchange& exchange, const BodyStep& step) noexcept;
    void await(const Exchange& exchange) noexcept;
    int64_t now_ms() const noexcept { return host_.context().loop.now_ms(); }

    ConnectionHost& host_;
    std::unique_ptr<BodyReader> reader_;
    Exchange* exchange_ = nullptr;
    Buffer held_;     // coded bytes that the reader has not read yet
    Buffer waiting_;  // bytes that arrived after those
    BodyClock clock_;
    int64_t deadline_ms_ = INT64_MAX;
    bool streams_ = false;
    bool ended_ = false;  // the client's stream
    bool whole_ = false;  // all has been read
    bool has_news_ = false;
};

}  // namespace tern::serve
