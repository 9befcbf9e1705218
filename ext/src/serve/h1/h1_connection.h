// One HTTP/1 connection: receives requests one at a time, passes each to its port, sends the responses in order. It is
// the Responder of its current request: it turns the handler's calls into bytes of the stream. The port owns it and
// frees it at the end of the turn in which it closed. An idle one has neither buffer nor exchange.
#pragma once

#include "base/clock.h"
#include "net/block.h"
#include "protocol/http/h1_parser.h"
#include "serve/connection.h"
#include "serve/h1/h1_body.h"

namespace tern::serve {

class H1Connection final : public Connection, public Responder {
public:
    H1Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept;

    Error open(Bytes unread, int64_t timeout_ms) noexcept override;
    // Call it before open(): the PROXY header of a balancer must come before the first request.
    void expect_proxy_header() noexcept { preamble_ = Preamble::proxy; }

    shm::Protocol protocol() const noexcept override { return shm::Protocol::http1; }
    bool between_requests() const noexcept override {
        return phase_ <= Phase::head && stream_.drained() && preamble_ != Preamble::proxy;
    }
    bool portable() const noexcept override { return stream_.tls() == nullptr; }
    Bytes unread() const noexcept override { return input_.view(); }
    Exchange* exchange() const noexcept override { return is_handling() ? exchange_ : nullptr; }
    // If the program has detached the response, it responds so. The next request of the client, or the end of the
    // connection, ends that response.
    Error send_raw(Slice bytes) noexcept override;
    void describe_response(AccessEntry& entry, const Exchange& exchange, ResponseState state) noexcept override;

    void close() noexcept override;
    void abort() noexcept override;
    void drain() noexcept override;
    void close_idle() noexcept override;
    void terminate() noexcept override;

    // See Responder.
    Error inform(Exchange& exchange, const http::ResponseHead& head) override;
    Error respond(Exchange& exchange, http::ResponseHead& head, Slice body) override;
    Error respond_parts(Exchange& exchange, http::ResponseHead& head, std::span<BodyPart> parts) override;
    Error start(Exchange& exchange, http::ResponseHead& head) override;
    Error write(Exchange& exchange, Slice piece) override;
    Error finish(Exchange& exchange, const http::Field* trailers, size_t trailer_count) override;
    void read_on(Exchange& exchange) override;
    void gather_body(Exchange& exchange) override;
    void abort(Exchange& exchange) override;
    Result<WsSession*> upgrade(Exchange& exchange, http::ResponseHead& head, const WsStart& start) override;
    uint64_t queued() const override { return stream_.queued(); }
    bool must_wait() const override { return queued() > host_.limits().high_watermark; }
    Error wait_for_room(Exchange& exchange) override;

private:
    enum class Phase : uint8_t {
        idle,
        head,
        dropping,   // the response was complete before the body had arrived: the rest is dropped
        body,       // gathered before the request is dispatched
        streaming,  // the handler has the request, and the body still arrives
        handling,
        over,  // no further request is read
    };
    // What may come before the first request.
    enum class Preamble : uint8_t { none, proxy, preface };
    bool is_handling() const noexcept { return phase_ == Phase::handling || phase_ == Phase::streaming; }
    bool responds_raw() const noexcept { return raw_ && phase_ == Phase::handling && exchange_->detached; }
    void end_raw_response() noexcept {
        (void)release_exchange(ResponseState::complete);
        await_request();
    }

    // Input
    void on_input() noexcept override;
    void after_input() noexcept override;
    bool has_input() const noexcept { return !input_.empty() || body_.holds_input(); }
    bool consume() noexcept;
    bool receive() noexcept;
    void on_peer_closed() noexcept;
    bool read_proxy_header() noexcept;
    bool read_preface() noexcept;
    bool parse_head() noexcept;
    void await_head() noexcept;
    // Needed for the duration in the access log.
    void note_beginning() noexcept {
        if (host_.access_log() != nullptr) exchange_->facts.began_us = monotonic_us();
    }
    void begin_handling(Phase phase) noexcept;
    void reject(int status, const char* reason) noexcept;

    // The body of the request
    bool begin_body() noexcept;
    bool read_body() noexcept;
    bool on_streamed(const BodyStep& step) noexcept;
    bool on_dropped(const BodyStep& step) noexcept;
    void fail_body(int status, const char* reason) noexcept;

    // The response
    void check(const Exchange& exchange) const noexcept { TERN_CHECK(&exchange == exchange_); }
    void write_head(http::ResponseHead& head, http::Framing wanted) noexcept;
    void append_head(const http::ResponseHead& head) noexcept;
    void write_refusal(int status) noexcept;
    void complete() noexcept;
    void complete_early() noexcept;
    // True once, when a coroutine waits for the queue to fall below the low watermark.
    bool take_waiter() noexcept { return std::exchange(waited_on_, false); }
    // True: only the end of the connection marks the end of the response.
    bool ends_with_connection() const noexcept { return framing_ == http::Framing::close; }

    // From request to request, and the end
    void await_request() noexcept;
    // As in Connection; no further request is read.
    void finish(Finish how) noexcept;
    void abort_exchange() noexcept;
    bool release_exchange(ResponseState state) noexcept;
    void on_flushed() noexcept override;
    void on_silence() noexcept override;
    void on_stalled() noexcept override {
        host_.requests().log_stalled_client(info_);
        abort();
    }
    void on_end() noexcept override;

    static constexpr int kStepsPerTurn = 64;

    Exchange* exchange_ = nullptr;
    net::InputBlock input_;
    http::H1Parser parser_;
    H1Body body_;
    Gathering gathering_;
    uint64_t response_mark_ = 0;  // total of sent and queued bytes where the current response begins
    uint64_t requests_ = 0;       // received on this connection
    Phase phase_ = Phase::idle;
    Preamble preamble_;
    http::Framing framing_ = http::Framing::length;  // of the current response
    bool has_content_ = true;                        // so has the current response
    bool keep_alive_ = true;                         // another request may follow
    bool waited_on_ = false;
    bool peer_close_notified_ = false;  // the handler of this exchange was notified
    bool raw_ = false;                  // bytes of the program were sent for this exchange
};

}  // namespace tern::serve
