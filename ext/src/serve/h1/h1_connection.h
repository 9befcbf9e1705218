// One HTTP/1 connection: receives requests one at a time, hands each to its port, sends the answers in order, keeps its
// timeouts. Owned by its Port, freed at the end of the turn in which it closed. Idle, it has neither buffer nor
// exchange.
#pragma once

#include <cstdint>
#include <memory>

#include "protocol/http/h1_parser.h"
#include "serve/connection.h"
#include "serve/gathering.h"

namespace tern::serve {

class H1Connection final : public Connection, public Responder {
public:
    H1Connection(Port& port, net::Stream stream, const Passport& passport) noexcept;
    ~H1Connection() override;

    Error open(Bytes unread, int64_t patience_ms) noexcept override;

    // Before open(): what a balancer in front says of the client comes before the first request.
    void expect_proxy_header() noexcept { awaits_proxy_ = true; }

    shm::Protocol protocol() const noexcept override { return shm::Protocol::http1; }
    bool between_requests() const noexcept override {
        return phase_ <= Phase::head && stream_.drained() && !awaits_proxy_;
    }
    bool portable() const noexcept override { return stream_.tls() == nullptr; }
    Bytes unread() const noexcept override { return block_ == nullptr ? Bytes() : block_->view(start_); }
    Exchange* exchange() const noexcept override { return is_handling() ? exchange_ : nullptr; }

    void close() noexcept override;
    void reset() noexcept override { lose(); }
    void wind_down() noexcept override;
    void part() noexcept override;
    void give_up() noexcept override;

    void on_events(loop::Events events) override;

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
    uint64_t queued() const override { return stream_.queued(); }
    bool must_wait() const override;
    Error wait_for_room(Exchange& exchange) override;

private:
    enum class Phase : uint8_t {
        idle,
        head,
        draining,   // the answer was given before the body had arrived: the rest is dropped
        body,       // gathered before the request is dispatched
        streaming,  // the handler has the request, and the body still arrives
        handling,
        closing,
        lingering,
        closed,
    };
    bool is_handling() const noexcept { return phase_ == Phase::handling || phase_ == Phase::streaming; }

    // Input: h1_request.cpp
    void advance() noexcept;
    bool has_input() const noexcept;
    bool consume() noexcept;
    bool receive() noexcept;
    void on_end_of_stream() noexcept;
    void on_peer_closed() noexcept;
    void make_room() noexcept;
    bool read_proxy_header() noexcept;
    bool read_preface() noexcept;
    bool parse_head() noexcept;
    void await_head() noexcept;
    void begin_handling(Phase phase) noexcept;
    void reject(int status, const char* reason) noexcept;
    void write_refusal(int status) noexcept;
    void log_rejection(int status, const char* reason) noexcept;
    void discard_input() noexcept;
    int64_t body_patience_ms() const noexcept;
    void note_beginning() noexcept;

    // Bodies: h1_body.cpp
    bool begin_body() noexcept;
    bool make_reader(BodyReader::Use use) noexcept;
    bool read_body() noexcept;
    BodyStep feed_reader() noexcept;
    bool begin_stream() noexcept;
    void await_body() noexcept;
    bool pause_body() noexcept;
    bool on_streamed(const BodyStep& step) noexcept;
    void tell_of_body() noexcept;
    void fail_body(int status, const char* reason) noexcept;
    bool can_outlive_answer(bool whole) const noexcept;
    void complete_early() noexcept;
    bool on_dropped(const BodyStep& step) noexcept;

    // Output: h1_answer.cpp
    void write_head(http::ResponseHead& head, http::Framing wanted) noexcept;
    void append_head(const http::ResponseHead& head) noexcept;
    void log_access(AccessLog& log, Exchange& exchange, AnswerState state) noexcept override;
    void send_now() noexcept;
    void end_output() noexcept;
    void complete() noexcept;
    void await_request() noexcept;
    void drop_exchange(AnswerState state) noexcept;
    bool let_go(AnswerState state) noexcept;
    void settle() noexcept;
    void after_flush() noexcept;
    void after_drained() noexcept;
    void on_last_word_sent() noexcept;

    // Life: h1_connection.cpp
    void begin_close(bool linger) noexcept;
    void lose() noexcept;
    void on_detach() noexcept override;
    void set_deadline(int64_t& deadline_ms, int64_t delay_ms) noexcept;
    int64_t next_deadline_ms() const noexcept;
    void on_timer() noexcept;
    void on_silence() noexcept;
    void release_block() noexcept;

    static constexpr int kStepsPerTurn = 64;
    static constexpr int64_t kNever = INT64_MAX;
    static constexpr int64_t kWindDownMs = 1000;         // for the next request of a client that may be sending it now
    static constexpr uint64_t kMostDropped = 256 << 10;  // of a request that was answered before it was whole

    Exchange* exchange_ = nullptr;
    net::Block* block_ = nullptr;
    std::unique_ptr<BodyReader> reader_;
    loop::Timer timer_;
    loop::Deferred go_on_;
    int64_t input_deadline_ms_ = kNever;  // for what the client owes us
    int64_t send_deadline_ms_ = kNever;   // for it to take some of what is queued
    uint64_t progress_mark_ = 0;
    uint64_t answer_mark_ = 0;  // of all that was sent and queued: where the answer in progress begins
    uint64_t requests_ = 0;     // that this connection has brought
    int64_t body_began_ms_ = 0;
    int64_t paused_at_ms_ = 0;
    uint32_t start_ = 0;      // where the unparsed bytes of block_ begin
    uint32_t body_base_ = 0;  // where they go once the head is parsed and the body streams
    uint64_t lingered_ = 0;
    uint32_t dropped_ = 0;
    Phase phase_ = Phase::idle;
    bool readable_ = false;
    bool fin_seen_ = false;  // the kernel told that the peer has closed its direction
    bool fin_told_ = false;  // and the handler of this exchange knows
    bool advancing_ = false;
    bool settling_ = false;
    bool settle_again_ = false;
    bool keep_alive_ = true;
    bool linger_ = false;
    bool cut_ = false;  // the answer was to end with the connection, and is not whole: no end that looks orderly
    bool awaits_proxy_ = false;
    bool may_be_http2_;                              // nothing was read that only HTTP/1 begins with
    bool owes_continue_ = false;                     // the client of a body that streams waits for 100 (Continue)
    bool paused_ = false;                            // its handler has not taken what has come
    bool body_news_ = false;                         // and is told of more at the end of the turn
    bool stalled_ = false;                           // the kernel takes no more until it says so
    bool waited_on_ = false;                         // someone waits for the queue to fall below the low watermark
    http::Framing framing_ = http::Framing::length;  // of the answer in progress
    bool has_content_ = true;
    Gathering gathering_;
    http::H1Parser parser_;
};

}  // namespace tern::serve
