// The body of the current request of an HTTP/1 connection. It is gathered before the request is dispatched, handed over
// while it arrives, or dropped if the answer was complete before it. It is a part of its H1Connection.
#pragma once

#include <memory>

#include "serve/body_clock.h"
#include "serve/body_reading.h"

namespace tern::serve {

class H1Connection;

class H1Body {
public:
    explicit H1Body(H1Connection& connection) noexcept : connection_(connection) {}
    H1Body(const H1Body&) = delete;
    H1Body& operator=(const H1Body&) = delete;

    // The head announces a body. Like read(), it returns true when the connection made progress.
    bool begin() noexcept;
    // More input has arrived.
    bool read() noexcept;
    // True: there is more to read without new input.
    bool holds_input() const noexcept { return reader_ != nullptr && reader_->holds(); }
    // True while the handler has not taken enough: nothing is received until it has.
    bool pause() noexcept;
    int64_t timeout_ms() const noexcept;
    // The body will not arrive any more, or is useless.
    void fail(int status, const char* reason) noexcept;
    bool has_news() const noexcept { return has_news_; }
    // Called at the end of the turn: the handler is notified of new bytes.
    void notify() noexcept;
    void reset() noexcept { reader_.reset(); }

    // The handler wants more of the body, or all of it.
    void read_on(Exchange& exchange) noexcept;
    void gather(Exchange& exchange) noexcept;

    // Whether the connection can continue after an answer that is complete before its request. `whole`: the answer is
    // known to be complete, which is not so for one in pieces.
    bool can_outlive_answer(bool whole) const noexcept;
    void complete_early() noexcept;

private:
    bool make_reader(BodyReader::Use use) noexcept;
    BodyStep feed() noexcept;
    bool begin_stream() noexcept;
    void await() noexcept;
    bool on_streamed(const BodyStep& step) noexcept;
    bool on_dropped(const BodyStep& step) noexcept;

    static constexpr uint64_t kMostDropped = 256 << 10;  // of a request that was answered before it had arrived

    H1Connection& connection_;
    std::unique_ptr<BodyReader> reader_;
    BodyClock clock_;
    uint32_t dropped_ = 0;
    bool owes_continue_ = false;  // the client of a streaming body waits for 100 (Continue)
    bool has_news_ = false;       // for the handler
};

}  // namespace tern::serve
