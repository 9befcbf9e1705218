// The answer to the current request of an HTTP/1 connection: turns the handler's calls into bytes of the stream. It is
// a part of its H1Connection.
#pragma once

#include "serve/exchange.h"

namespace tern::serve {

class H1Connection;

class H1Answer final : public Responder {
public:
    explicit H1Answer(H1Connection& connection) noexcept : connection_(connection) {}
    H1Answer(const H1Answer&) = delete;
    H1Answer& operator=(const H1Answer&) = delete;

    // True: another request may follow on this connection.
    bool keep_alive() const noexcept { return keep_alive_; }
    // A request begins; its head says whether the connection stays open after it.
    void begin(bool keep_alive) noexcept { keep_alive_ = keep_alive; }
    // True: only the end of the connection marks the end of the answer.
    bool ends_with_connection() const noexcept { return framing_ == http::Framing::close; }
    // True once, when a coroutine waits for the queue to fall below the low watermark.
    bool take_waiter() noexcept { return std::exchange(waited_on_, false); }

    // Answers of the server itself: a refusal, which ends the connection, and the 503 of terminate().
    void write_refusal(int status) noexcept;
    void write_unavailable() noexcept;

    Error inform(Exchange& exchange, const http::ResponseHead& head) override;
    Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) override;
    Error respond_file(Exchange& exchange, http::ResponseHead& head, net::SharedFd file, off_t offset) override;
    Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) override;
    Error start(Exchange& exchange, http::ResponseHead& head) override;
    Error write(Exchange& exchange, Slice piece) override;
    Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) override;
    void read_on(Exchange& exchange) override;
    void gather_body(Exchange& exchange) override;
    void abort(Exchange& exchange) override;
    Result<WsSession*> upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) override;
    uint64_t queued() const override;
    bool must_wait() const override;
    Error wait_for_room(Exchange& exchange) override;

private:
    void write_head(http::ResponseHead& head, http::Framing wanted) noexcept;
    void append_head(const http::ResponseHead& head) noexcept;
    void append_trailers(const http::Field* trailers, size_t trailer_count) noexcept;
    // The connection, checked to be handling this exchange.
    H1Connection& connection_of(const Exchange& exchange) noexcept;

    H1Connection& connection_;
    http::Framing framing_ = http::Framing::length;  // of the current answer
    bool has_content_ = true;
    bool keep_alive_ = true;
    bool waited_on_ = false;
};

}  // namespace tern::serve
