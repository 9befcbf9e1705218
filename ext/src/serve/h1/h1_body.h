// The body of the request that an HTTP/1 connection is receiving: gathered before the request is dispatched, handed
// over while it arrives, or dropped behind an answer that was faster. Part of its H1Connection.
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

    // The head says that there is one. True when the connection got on; so it is with read().
    bool begin() noexcept;
    // More bytes are there.
    bool read() noexcept;
    // More can be had without input.
    bool holds_input() const noexcept { return reader_ != nullptr && reader_->holds(); }
    // Its handler has not taken what has come: nothing is received until it has.
    bool pause() noexcept;
    int64_t timeout_ms() const noexcept;
    // It is not to come any more, or of no use.
    void fail(int status, const char* reason) noexcept;
    bool has_news() const noexcept { return has_news_; }
    // At the end of the turn: its handler learns of what has come.
    void notify() noexcept;
    void reset() noexcept { reader_.reset(); }

    // The handler wants more of it, or all.
    void read_on(Exchange& exchange) noexcept;
    void gather(Exchange& exchange) noexcept;

    // The answer is complete before its request, or is about to be: whether the connection may go on behind it. That
    // the answer is whole already is not known of one in pieces.
    bool can_outlive_answer(bool whole) const noexcept;
    void complete_early() noexcept;

private:
    bool make_reader(BodyReader::Use use) noexcept;
    BodyStep feed() noexcept;
    bool begin_stream() noexcept;
    void await() noexcept;
    bool on_streamed(const BodyStep& step) noexcept;
    bool on_dropped(const BodyStep& step) noexcept;

    static constexpr uint64_t kMostDropped = 256 << 10;  // of a request that was answered before it was whole

    H1Connection& connection_;
    std::unique_ptr<BodyReader> reader_;
    BodyClock clock_;
    uint32_t dropped_ = 0;
    bool owes_continue_ = false;  // the client of a body that streams waits for 100 (Continue)
    bool has_news_ = false;       // for the handler
};

}  // namespace tern::serve
