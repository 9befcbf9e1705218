// The answer to a request of HTTP/2: what the handler says goes to the session, and into the output of the stream. Part
// of its H2Stream.
#pragma once

#include "serve/exchange.h"

namespace tern::serve {

class H2Connection;
class H2Stream;

class H2Answer final : public Responder {
public:
    H2Answer(H2Connection& connection, H2Stream& stream) noexcept : connection_(connection), stream_(stream) {}
    H2Answer(const H2Answer&) = delete;
    H2Answer& operator=(const H2Answer&) = delete;

    // Someone waits for room in the queue.
    bool is_waited_on() const noexcept { return waited_on_; }
    void forget_waiter() noexcept { waited_on_ = false; }
    // Little enough is queued for more to be written.
    bool has_room() const noexcept;
    // The session has forgotten the stream, or nothing can be sent: its client gets no answer any more.
    bool is_gone() const noexcept;

    // The server's own answers.
    void write_refusal(int status) noexcept;
    void write_unavailable() noexcept;

    uint64_t queued() const override;
    bool must_wait() const override;
    Error wait_for_room(Exchange& exchange) override;
    void abort(Exchange& exchange) override;
    Error write(Exchange& exchange, Slice piece) override;
    Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) override;
    Error start(Exchange& exchange, http::ResponseHead& head) override;
    void gather_body(Exchange& exchange) override;
    void read_on(Exchange& exchange) override;
    Error respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) override;
    Result<WsSession*> upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) override;
    Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) override;
    Error inform(Exchange& exchange, const http::ResponseHead& head) override;
    Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) override;

private:
    bool write_head(http::ResponseHead& head, bool whole) noexcept;
    void submit_head(const http::ResponseHead& head, bool ends) noexcept;
    void push(BodyPart part) noexcept;
    void complete() noexcept;
    Error drop_unsendable() noexcept;
    // The stream, when the exchange is the one that it brings.
    H2Stream& stream_of(const Exchange& exchange) noexcept;

    H2Connection& connection_;
    H2Stream& stream_;
    bool has_content_ = true;
    bool waited_on_ = false;
};

}  // namespace tern::serve
