// The body of a request of HTTP/2: gathered before it is dispatched, or handed over while it arrives. The stream's
// window opens as it is taken. Part of its H2Stream.
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

    // Behind the head; `ends`: the stream ends with that.
    void begin(bool ends) noexcept;
    void on_data(Bytes data) noexcept;
    void on_end() noexcept;
    // What comes is of no use any more: the window stays closed.
    void stop() noexcept;
    // The request is over: nothing of the body is kept.
    void reset() noexcept;

    // Its handler has the request, and it still arrives.
    bool streams() const noexcept { return streams_; }
    bool has_news() const noexcept { return has_news_; }
    // The handler learns of what has come.
    void notify() noexcept;
    // The handler wants more of it, or all.
    void read_on(Exchange& exchange) noexcept;
    BodyStep gather() noexcept;

    // INT64_MAX: its client owes us nothing.
    int64_t deadline_ms() const noexcept { return deadline_ms_; }

private:
    enum class Arrival : uint8_t {
        arriving,
        arrived,  // as much of it as there is to be, although the stream may go on
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
    Buffer held_;     // coded bytes that the reader did not come to
    Buffer waiting_;  // and those behind them
    BodyClock clock_;
    int64_t deadline_ms_ = kNever;
    size_t uncredited_ = 0;  // bytes for which the window did not open again
    Arrival arrival_ = Arrival::arriving;
    bool ended_ = false;  // the request is complete, as the client sees it
    bool streams_ = false;
    bool has_news_ = false;
    bool owes_continue_ = false;
};

}  // namespace tern::serve
