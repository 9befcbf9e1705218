// The answer to a request of HTTP/2: turns the handler's calls into calls of the session and output of the stream. It
// is a part of its H2Stream.
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

    // True: a coroutine waits for room in the queue.
    bool is_waited_on() const noexcept { return waited_on_; }
    void forget_waiter() noexcept { waited_on_ = false; }
    // True: the queue is short enough to write more.
    bool has_room() const noexcept;
    // True: the session has ended the stream, or nothing can be sent, so the client gets no answer any more.
    bool is_gone() const noexcept;

    // Answers of the server itself.
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
    // The stream, checked to have this exchange.
    H2Stream& stream_of(const Exchange& exchange) noexcept;

    H2Connection& connection_;
    H2Stream& stream_;
    bool has_content_ = true;
    bool waited_on_ = false;
};

}  // namespace tern::serve
