// The body of the current request of an HTTP/1 connection. It is gathered before the request is dispatched, handed over
// while it arrives, or dropped if the response was complete before it. It is a part of its H1Connection: it reads the
// connection's input and tells what it has found, and the connection acts on that.
#pragma once

#include <memory>

#include "serve/body_clock.h"
#include "serve/body_reading.h"
#include "serve/connection_host.h"
#include "serve/connection_state.h"

namespace tern::serve {

// What a body uses of its connection.
struct H1Link {
    ConnectionHost& host;
    net::InputBlock& input;
    net::Stream& stream;
    Deadlines& deadlines;
};

class H1Body {
public:
    explicit H1Body(const H1Link& link) noexcept : link_(link) {}
    H1Body(const H1Body&) = delete;
    H1Body& operator=(const H1Body&) = delete;

    // The head announces a body. Fails when the request is refused.
    BodyStep begin(Exchange& exchange) noexcept;
    // True: the handler gets the request while its body arrives.
    bool streams() const noexcept { return streams_; }
    // Reads the input. Without an exchange it is dropped.
    BodyStep read(Exchange* exchange) noexcept;
    // From here on the client must send more of a streaming body, unless it waits for 100 (Continue).
    void await(const Exchange* exchange) noexcept {
        if (!owes_continue_) link_.deadlines.set(Deadlines::Kind::input, timeout_ms(exchange));
    }
    // A streaming body: some of it was read, or all.
    void note_streamed(const Exchange& exchange, bool whole) noexcept;
    // The client waits for 100 (Continue), which read_on() sends.
    bool owes_continue(const Exchange& exchange) const noexcept {
        return owes_continue_ && exchange.state() == ResponseState::none;
    }
    // True: there is more to read without new input.
    bool holds_input() const noexcept { return reader_ != nullptr && reader_->holds(); }
    // True while the handler has not taken enough: nothing is received until it has.
    bool pause(const Exchange& exchange) noexcept;
    int64_t timeout_ms(const Exchange* exchange) const noexcept;
    bool has_news() const noexcept { return has_news_; }
    // Called at the end of the turn: the handler is notified of new bytes.
    void notify(Exchange* exchange) noexcept;
    void reset() noexcept {
        reader_.reset();
        has_news_ = false;
    }

    // The handler waits for more of a streaming body. True: there may be input for it.
    bool read_on(Exchange& exchange) noexcept;
    // The handler wants all of it.
    BodyStep gather() noexcept { return reader_->gather(); }

    // Whether the connection can continue after a response that is complete before its request. `whole`: the response
    // is known to be complete, which is not so for one in pieces.
    bool can_outlive_response(bool whole) const noexcept {
        return !owes_continue_ && (!whole || reader_->left() <= kMostDropped);
    }
    // Reads and drops the rest of the request, so that the next one can be found.
    std::unique_ptr<BodyReader> take_rest() noexcept { return std::move(reader_); }
    void drop(std::unique_ptr<BodyReader> rest) noexcept;
    bool dropped_too_much() const noexcept { return dropped_ > kMostDropped; }

private:
    int64_t now_ms() const noexcept { return link_.host.context().loop.now_ms(); }
    BodyStep make_reader(Exchange& exchange, BodyReader::Use use) noexcept;
    BodyStep take_whole(Exchange& exchange) noexcept;

    static constexpr uint64_t kMostDropped = 256 << 10;  // of a request that was answered before it had arrived

    H1Link link_;
    std::unique_ptr<BodyReader> reader_;
    BodyClock clock_;
    uint32_t dropped_ = 0;
    bool streams_ = false;
    bool owes_continue_ = false;  // the client of a streaming body waits for 100 (Continue)
    bool has_news_ = false;       // for the handler
};

}  // namespace tern::serve
