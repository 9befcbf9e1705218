// The body of a request of HTTP/2: gathered before it is dispatched, or handed over while it arrives. The window of the
// stream opens as the body is taken. It is a part of its H2Stream.
#pragma once

#include <memory>

#include "serve/body_clock.h"
#include "serve/body_reading.h"
#include "serve/h2/h2_stream_link.h"

namespace tern::serve {

class H2Body {
public:
    explicit H2Body(H2StreamLink& stream) noexcept : stream_(stream) {}
    H2Body(const H2Body&) = delete;
    H2Body& operator=(const H2Body&) = delete;

    // Called after the head. `ends`: the stream ends with the head.
    void begin(bool ends) noexcept;
    void on_data(Bytes data) noexcept;
    void on_end() noexcept;
    // Further data is useless: the window stays closed.
    void stop() noexcept;
    // The request is over: drops the body.
    void reset() noexcept;

    // True: the handler has the request while the body arrives.
    bool streams() const noexcept { return streams_; }
    bool has_news() const noexcept { return has_news_; }
    // Notifies the handler of new bytes.
    void notify() noexcept;
    // The handler wants more of the body, or all of it.
    void read_on(Exchange& exchange) noexcept;
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

    bool begin_reader() noexcept;
    BodyStep feed(Bytes data) noexcept;
    void on_step(const BodyStep& step) noexcept;
    void go_on_reading() noexcept;
    void complete() noexcept;
    void open_window() noexcept;
    void await() noexcept;
    bool is_over() const noexcept { return arrival_ >= Arrival::whole; }
    const Limits& limits() const noexcept { return stream_.host().limits(); }
    int64_t now_ms() const noexcept { return stream_.host().context().loop.now_ms(); }

    static constexpr int64_t kNever = INT64_MAX;

    H2StreamLink& stream_;
    std::unique_ptr<BodyReader> reader_;
    Buffer held_;     // coded bytes that the reader has not read yet
    Buffer waiting_;  // bytes that arrived after those
    BodyClock clock_;
    int64_t deadline_ms_ = kNever;
    size_t uncredited_ = 0;  // bytes that the window was not opened for again
    Arrival arrival_ = Arrival::arriving;
    bool ended_ = false;  // the client has ended its direction
    bool streams_ = false;
    bool has_news_ = false;
    bool owes_continue_ = false;
};

}  // namespace tern::serve
