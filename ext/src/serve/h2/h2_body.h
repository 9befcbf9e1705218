// The body of a request of HTTP/2: gathered before it is dispatched, or handed over while it arrives. The window of the
// stream opens as the body is taken. It is a part of its H2Stream, which looks after each call what the body has found:
// see H2Stream::after_body().
#pragma once

#include <memory>

#include "protocol/http/h2/session.h"
#include "serve/body_clock.h"
#include "serve/body_reading.h"
#include "serve/connection_host.h"

namespace tern::serve {

// What a body uses of its stream.
struct H2Link {
    ConnectionHost& host;
    http::h2::Session& session;
    int32_t id;
};

class H2Body {
public:
    explicit H2Body(const H2Link& link) noexcept : link_(link) {}
    H2Body(const H2Body&) = delete;
    H2Body& operator=(const H2Body&) = delete;

    // Called after the head. `ends`: the stream ends with the head.
    void begin(Exchange& exchange, bool ends) noexcept;
    void on_data(Exchange& exchange, Bytes data) noexcept;
    void on_end(Exchange& exchange) noexcept;
    // True once: the request can be handled.
    bool take_ready() noexcept { return std::exchange(ready_, false); }
    // Its status is not 0 when the request is refused.
    const BodyStep& failure() const noexcept { return failure_; }
    // Further data is useless: the window stays closed.
    void stop() noexcept;
    // The request is over: drops the body.
    void reset() noexcept;

    // True: the handler has the request while the body arrives.
    bool streams() const noexcept { return streams_; }
    bool has_news() const noexcept { return has_news_; }
    // Notifies the handler of new bytes.
    void notify(Exchange* exchange) noexcept;
    // The handler wants more of the body, or all of it. False: there is no more.
    bool read_on(Exchange& exchange) noexcept;
    BodyStep gather() noexcept;

    // INT64_MAX: nothing is expected from the client.
    int64_t deadline_ms() const noexcept { return deadline_ms_; }

private:
    enum class Arrival : uint8_t {
        arriving,
        arrived,  // all of its announced length, although the stream may not have ended
        whole,
        stopped,
    };

    bool begin_reader(Exchange& exchange) noexcept;
    BodyStep feed(Bytes data) noexcept;
    void on_step(const Exchange& exchange, const BodyStep& step) noexcept;
    void go_on_reading(const Exchange& exchange) noexcept;
    void complete() noexcept;
    void fail(const BodyStep& step) noexcept;
    void open_window(const Exchange& exchange) noexcept;
    void await(const Exchange& exchange) noexcept;
    bool is_over() const noexcept { return arrival_ >= Arrival::whole; }
    const Limits& limits() const noexcept { return link_.host.limits(); }
    int64_t now_ms() const noexcept { return link_.host.context().loop.now_ms(); }

    static constexpr int64_t kNever = INT64_MAX;

    H2Link link_;
    std::unique_ptr<BodyReader> reader_;
    Buffer held_;     // coded bytes that the reader has not read yet
    Buffer waiting_;  // bytes that arrived after those
    BodyClock clock_;
    int64_t deadline_ms_ = kNever;
    BodyStep failure_;
    size_t uncredited_ = 0;  // bytes that the window was not opened for again
    Arrival arrival_ = Arrival::arriving;
    bool ended_ = false;  // the client has ended its direction
    bool ready_ = false;
    bool streams_ = false;
    bool has_news_ = false;
    bool owes_continue_ = false;
};

}  // namespace tern::serve
