// One HTTP/2 connection of a client, over a connected socket: many requests at a time, and the responses in the order
// in which they complete, or each for the coroutine that waits for it. It serves the coroutines of one thread.
//
// A coroutine that waits for something drives the connection: it sends what there is to send, and receives. One does so
// at a time; the others wait until it notifies them that something has changed, or that it leaves. Requests of one turn
// of the loop are sent together. Nothing is received while no coroutine waits.
//
// After an error of the socket or of the protocol the connection is over. Complete responses can still be received.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "client/http2_stream.h"
#include "client/socket.h"
#include "coro/wait_queue.h"

namespace tern::client {

class Http2Connection final : private http::h2::ClientSessionEvents {
public:
    // The socket outlives the connection.
    Http2Connection(Socket& socket, const http::h2::ClientOptions& options) noexcept;
    ~Http2Connection();

    // Sends the preface and the settings, with the first request or at the end of this turn.
    void start(coro::FdWaits& waits) noexcept { waits.scheduler().loop().defer(later_); }

    static constexpr size_t kMostStreams = 100'000;           // requests without a complete response that was taken
    static constexpr uint64_t kMostUnsentBytes = 1 << 20;     // of bodies; above it send() waits
    static constexpr size_t kMostUnsentOfStream = 64 * 1024;  // above it write() waits
    static constexpr uint64_t kMostReadyBytes = 16 << 20;     // above it only receive() reads from the socket

    // Waits until a request may be sent. client_no_connection: the server accepts no more. queue_full: there are
    // kMostStreams. Suspends while kMostUnsentBytes wait.
    Error prepare(coro::FdWaits& waits, coro::Deadline until) noexcept;
    // For the fields of the next request. The views must be valid until send() has returned.
    http::h2::FieldList& fields() noexcept { return fields_; }
    // Sends the request with fields(), right after prepare(). Returns its stream.
    Result<int32_t> send(coro::FdWaits& waits, Slice body, const Http2Stream::Options& options) noexcept;
    // More of the body of a request that stays open. http2_stream_not_found: the response is complete, or there is no
    // such stream. invalid_argument: its body is complete. Suspends while the server receives nothing.
    Error write(coro::FdWaits& waits, int32_t stream_id, Bytes data, bool end, coro::Deadline until) noexcept;
    // The next response: complete, or the part so far of one that is taken in pieces; with `pieces` the part so far
    // of any. The caller reads it and calls take() before the next suspension. busy: another coroutine receives, see
    // receiver(). connection_reset and others: the connection is over. Suspends.
    Result<Http2Stream*> receive(coro::FdWaits& waits, bool pieces, coro::Deadline until) noexcept;
    // What arrives next of that response, for one of many coroutines that each wait for their own.
    // http2_stream_not_found: it was taken, or cancelled meanwhile. busy: another coroutine waits for it. Suspends.
    Result<Http2Stream*> receive_from(coro::FdWaits& waits, int32_t stream_id, coro::Deadline until) noexcept;
    void take(coro::FdWaits& waits, Http2Stream& stream) noexcept;
    // The rest of that response is dropped; a receive_from() of it ends. `waits`: null: the server learns of it later.
    void cancel(coro::FdWaits* waits, int32_t stream_id) noexcept;
    coro::Coroutine* receiver() const noexcept { return receiver_; }

    Error ping(coro::FdWaits& waits) noexcept;
    Error go_away(coro::FdWaits& waits, http::h2::ErrorCode code, Bytes debug_data) noexcept;
    // Sends GOAWAY, if the socket takes it. Everything that waits ends. The caller closes the socket.
    void close(coro::FdWaits* waits) noexcept;

    bool is_open() const noexcept { return error_ == Error::ok; }
    // Why it is over, in English; may be empty.
    const std::string& reason() const noexcept { return reason_; }
    // True: a request was sent, and its response is not complete yet.
    bool exists(int32_t stream_id) const noexcept;
    size_t open_streams() const noexcept { return incomplete_; }
    int32_t last_stream_id() const noexcept { return last_stream_id_; }
    // What the server's GOAWAY frame has said.
    struct GoAway {
        int32_t last_stream_id = -1;  // -1: there was none
        http::h2::ErrorCode code = http::h2::ErrorCode::no_error;
        std::string debug_data;
    };
    const GoAway& gone_away() const noexcept { return gone_away_; }
    const http::h2::ClientOptions& options() const noexcept { return options_; }
    const http::h2::ClientSession& session() const noexcept { return session_; }

    // For its streams.
    void on_stream_changed(Http2Stream& stream) noexcept;
    void on_stream_closed(Http2Stream& stream) noexcept;
    void on_put(size_t bytes) noexcept;
    void consume(const Http2Stream& stream, size_t bytes) noexcept { session_.consume(stream.id(), bytes); }
    void reset(const Http2Stream& stream, http::h2::ErrorCode code) noexcept { session_.reset(stream.id(), code); }
    bool has_sent_all(const Http2Stream& stream) const noexcept { return session_.has_sent_all(stream.id()); }

private:
    using Streams = std::unordered_map<int32_t, std::unique_ptr<Http2Stream>>;
    static constexpr size_t kMostSpare = 128;
    static constexpr size_t kOutBytes = 64 * 1024;
    static constexpr size_t kReadBytes = 64 * 1024;
    static constexpr uint32_t kReadsInRow = 16;  // then other coroutines run

    void on_go_away(int32_t last_stream_id, http::h2::ErrorCode code, Bytes debug_data) override;
    void on_not_sent(int32_t stream_id, http::h2::ErrorCode code) override;

    Error fail(Error error) noexcept;
    bool is_over() const noexcept;
    Http2Stream* find(int32_t stream_id) const noexcept;
    Http2Stream* next_response(bool pieces) noexcept;
    void list(Http2Stream& stream) noexcept;
    Streams::node_type make_stream(const Http2Stream::Options& options) noexcept;
    void recycle(int32_t stream_id) noexcept;
    void free_closed() noexcept;

    Error flush() noexcept;
    Error read() noexcept;
    bool may_read() const noexcept { return receiving_ > 0 || ready_bytes_ <= kMostReadyBytes; }
    Error send_out(coro::FdWaits& waits) noexcept;
    Error send_soon(coro::FdWaits& waits) noexcept;
    void send_at_turn_end() noexcept;

    Error drive(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept;
    Error drive_once(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept;
    Error let_others_run(coro::FdWaits& waits) noexcept;
    Error wait_for_socket(coro::FdWaits& waits, bool writes, coro::Deadline until) noexcept;
    Error wait_for_driver(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept;
    void notify(coro::Scheduler& scheduler) noexcept;
    void notify_receivers(coro::Scheduler& scheduler) noexcept;
    void wake_receiver(coro::Scheduler& scheduler, coro::Coroutine& receiver) noexcept;
    void hand_over(coro::Scheduler& scheduler) noexcept;
    void wake_driver() noexcept;
    Error wait_once(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until) noexcept;
    void end_wait(coro::FdWaits& waits) noexcept;
    // Until the condition is true; or returns why it will not be. The caller calls end_wait().
    template <class Condition>
    Error wait_until(coro::FdWaits& waits, coro::WaitQueue& queue, coro::Deadline until, Condition condition) noexcept {
        Error error = Error::ok;
        while (error == Error::ok && !condition()) {
            error = wait_once(waits, queue, until);
            // A server that never stops sending does not keep the caller waiting.
            if (until.finite() && monotonic_ms() >= until.at_ms) error = condition() ? Error::ok : Error::timed_out;
        }
        return error;
    }
    template <class Condition>
    Error wait_to_write(coro::FdWaits& waits, coro::Deadline until, Condition condition) noexcept {
        const Error error = wait_until(waits, writers_, until, condition);
        end_wait(waits);
        return error;
    }

    Socket& socket_;
    const http::h2::ClientOptions options_;
    http::h2::FieldList fields_;
    Streams streams_;
    std::vector<Streams::node_type> spare_;  // streams to be used again
    // A stream with something to take is in one of these lists.
    List<Http2Stream> complete_;  // for every receive()
    List<Http2Stream> partial_;   // for a receive() of pieces
    List<Http2Stream> awaited_;   // its receiver is to be woken; then it is in one of the others
    List<Http2Stream> closed_;    // to be freed, when the session is not on the stack
    http::h2::ClientSession session_;

    Buffer out_;
    size_t out_at_ = 0;  // sent bytes of it
    Buffer in_;
    Error error_ = Error::ok;
    std::string reason_;
    GoAway gone_away_;
    size_t incomplete_ = 0;
    uint64_t unsent_bytes_ = 0;
    uint64_t ready_bytes_ = 0;  // of complete bodies
    int32_t last_stream_id_ = 0;
    bool drained_ = false;   // the socket had nothing more
    uint32_t reads_ = 0;     // in a row
    bool has_room_ = false;  // since the last notify()

    coro::Coroutine* receiver_ = nullptr;  // of any response
    size_t receiving_ = 0;                 // coroutines in receive() and receive_from()
    coro::Coroutine* driver_ = nullptr;
    coro::Scheduler* suspended_on_ = nullptr;  // of the driver; null: it runs
    bool receives_pieces_ = false;
    coro::WaitQueue receivers_;
    coro::WaitQueue writers_;
    uint64_t last_turn_ = UINT64_MAX;  // of the loop, in which something was sent
    loop::Deferred later_{[](void* self) { static_cast<Http2Connection*>(self)->send_at_turn_end(); }, this};
};

}  // namespace tern::client
