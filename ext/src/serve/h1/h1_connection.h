// One HTTP/1 connection: receives requests one at a time, passes each to its port, sends the answers in order. The port
// owns it and frees it at the end of the turn in which it closed. An idle one has neither buffer nor exchange.
#pragma once

#include "protocol/http/h1_parser.h"
#include "serve/gathering.h"
#include "serve/h1/h1_answer.h"
#include "serve/h1/h1_body.h"
#include "serve/http_connection.h"
#include "serve/input_block.h"

namespace tern::serve {

class H1Connection final : public HttpConnection {
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
    // If the program has given up the answer, it answers so. The next request of the client, or the end of the
    // connection, ends that answer.
    Error send_raw(Slice bytes) noexcept override;

    void close() noexcept override;
    void abort() noexcept override;
    void drain() noexcept override;
    void close_idle() noexcept override;
    void terminate() noexcept override;

private:
    friend class H1Answer;
    friend class H1Body;
    enum class Phase : uint8_t {
        idle,
        head,
        dropping,   // the answer was complete before the body had arrived: the rest is dropped
        body,       // gathered before the request is dispatched
        streaming,  // the handler has the request, and the body still arrives
        handling,
        over,  // no further request is read
    };
    // What may come before the first request.
    enum class Preamble : uint8_t { none, proxy, preface };
    bool is_handling() const noexcept { return phase_ == Phase::handling || phase_ == Phase::streaming; }
    bool answers_raw() const noexcept { return raw_ && phase_ == Phase::handling && exchange_->detached; }
    void end_raw_answer() noexcept;
    bool was_answered_lately() const noexcept;

    // Input: h1_request.cpp
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
    void note_beginning() noexcept;
    void begin_handling(Phase phase) noexcept;
    void reject(int status, const char* reason) noexcept;

    // Life: h1_connection.cpp
    void await_request() noexcept;
    void complete() noexcept;
    // As in Connection; no further request is read.
    void finish(Finish how) noexcept;
    void abort_exchange() noexcept;
    bool release_exchange(AnswerState state) noexcept;
    void on_flushed() noexcept override;
    void on_silence() noexcept override;
    void on_stalled() noexcept override;
    void on_end() noexcept override;
    void describe_answer(AccessEntry& entry, const Exchange& exchange, AnswerState state) noexcept override;

    static constexpr int kStepsPerTurn = 64;
    static constexpr int64_t kDrainMs = 1000;  // for the next request of a client that may be sending it now

    Exchange* exchange_ = nullptr;
    InputBlock input_;
    http::H1Parser parser_;
    H1Body body_;
    H1Answer answer_;
    Gathering gathering_;
    uint64_t answer_mark_ = 0;  // total of sent and queued bytes where the current answer begins
    uint64_t requests_ = 0;     // received on this connection
    Phase phase_ = Phase::idle;
    Preamble preamble_;
    bool peer_close_notified_ = false;  // the handler of this exchange was notified
    bool raw_ = false;                  // bytes of the program were sent for this exchange
};

}  // namespace tern::serve
