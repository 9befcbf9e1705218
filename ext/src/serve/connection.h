// A client's connection of any protocol: the engine that all protocols share. The engine receives the kernel's events,
// calls the protocol to read and to write, sends the queue, keeps the deadlines, and ends the connection. A protocol
// derives from Connection and implements its hooks. The port owns the connection and frees it at the end of the turn in
// which it closed. A connection that switches its protocol is replaced by another Connection with the same stream: see
// ConnectionHost::replace().
//
// How a connection ends. Every class of serve uses these verbs with these meanings, and no others:
//   close      Takes no more requests, and drops those in flight. The queue is sent, then the client sees the end.
//   abort      Ends at once. The queue is dropped.
//   drain      Takes no new work, and ends as soon as the client loses nothing by that. May be called again.
//   close_idle  Of a connection between requests, when the server leaves: close, or drain if the first request may be
//              in transit.
//   terminate  No more PHP runs in this process: requests in flight get a 503, the kernel takes what it can
//              at once, and the handler is not notified.
//   end        The last step, to which all the others lead. Nothing is sent, and End says who is notified.
//   detach     Of a stream or a session whose connection ends: nothing is sent, and the handler is not notified.
//
// A connection is in one State. It never goes back:
//
//   state      input             queue    is left
//   open       on_input()        sent     by finish(): closing. By linger(): lingering.
//   closing    not read          sent     when all is sent: lingering after Finish::linger, otherwise closed.
//                                         When the client takes nothing for send_timeout: closed.
//   lingering  read and dropped  -        when the client ends, has sent too much, or after kLingerMs: closed.
//   closed     -                 dropped  never. The connection is freed at the end of the turn.
//
// end() leads from each state to closed: by abort() when the socket breaks, by terminate(), or by its port.
// on_all_sent() waits for the end of on_input(), as that calls the program: only the client is told before.
#pragma once

#include "loop/loop.h"
#include "net/stream.h"
#include "protocol/proxy_protocol.h"
#include "serve/connection_host.h"
#include "serve/connection_state.h"

namespace tern::serve {

struct AccessEntry;

class Connection : public loop::EventHandler, public ListHook {
public:
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    // Call it before open(): the socket was accepted, and the first input has mostly come with it. So the port handles
    // that first: a connection that ends with its first response is never watched.
    void expect_input() noexcept { expects_input_ = true; }
    // Starts watching, unless input is expected first. `unread` was received by a former owner of the connection. The
    // first request must begin within `timeout_ms`.
    virtual Error open(Bytes unread, int64_t timeout_ms) noexcept = 0;
    bool watched() const noexcept { return is_watched_; }
    Error watch_socket() noexcept;

    virtual shm::Protocol protocol() const noexcept = 0;
    // Whether the handler knows of it: on a port with TLS, not before the handshake has succeeded.
    bool announced() const noexcept { return protocol() != shm::Protocol::tls; }
    const ConnectionInfo& info() const noexcept { return info_; }
    int fd() const noexcept { return stream_.fd(); }
    bool closed() const noexcept { return state_ == State::closed; }
    // It ends when its queue is sent.
    bool closing() const noexcept { return state_ == State::closing; }
    // Null: the connection has no TLS, or the handshake is under way.
    const net::TlsFacts* tls_facts() const noexcept;
    // True: the program has called bind() for it.
    bool is_bound() const noexcept { return slot_ != nullptr && slot_->uid.load(std::memory_order_relaxed) != 0; }
    // True: no request is in flight, so the connection may be closed without a loss for the client.
    virtual bool between_requests() const noexcept = 0;
    // True: it may also be handed over to another process, together with unread().
    virtual bool portable() const noexcept { return false; }
    virtual Bytes unread() const noexcept { return {}; }
    // Sends bytes of the program as they are. operation_not_supported: the server alone makes the frames of this
    // protocol; output_buffer_overflow: too much is queued, and nothing of `bytes` is added.
    virtual Error send_raw(Slice) noexcept { return Error::operation_not_supported; }
    // The bytes that wait to be sent.
    uint64_t unsent() const noexcept { return stream_.queued(); }
    // The only request in flight; null: there is none, or there may be several.
    virtual Exchange* exchange() const noexcept { return nullptr; }
    // Adds to an entry of the access log what only the protocol knows.
    virtual void describe_response(AccessEntry&, const Exchange&, ResponseState) noexcept {}

    virtual void close() noexcept = 0;
    virtual void abort() noexcept { end(); }
    virtual void drain() noexcept = 0;
    virtual void close_idle() noexcept { close(); }
    virtual void terminate() noexcept = 0;
    enum class End : uint8_t {
        reported,  // the handler sees the end of the session, as another server may continue with a duplicate
        silent,    // the session ends, and the handler is not notified
        moved,     // another object or process continues the session
    };
    // Closes the socket. Without effect on a closed connection.
    void end(End how = End::reported) noexcept;

    // For the connection that replaces this one: this one watches nothing any more. With TLS the stream may hold input
    // that the kernel does not report.
    net::Stream take_stream() noexcept;

    void on_events(loop::Events events) final;

protected:
    enum class State : uint8_t {
        open,
        closing,
        lingering,  // unread input causes a reset, which could destroy the response on its way
        closed,
    };
    // How the connection ends after the queue was sent.
    enum class Finish : uint8_t {
        plain,
        linger,  // the client may still be sending: see State::lingering
        broken,  // the last response is incomplete: the end must not look orderly, as nothing else reports that
    };
    using Deadline = Deadlines::Kind;

    static constexpr int64_t kLingerMs = 2000;  // how long a client may take to receive the last bytes
    static constexpr uint64_t kMostDroppedInput = 1 << 20;
    static constexpr uint64_t kMostRaw = 8 << 20;  // bytes that may be queued after a send_raw() of HTTP or WebSocket

    Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept;

    // --- Hooks of the protocol. None is called after the connection has closed.

    // Reads and handles the available input, while the connection is open.
    virtual void on_input() noexcept = 0;
    // Called after on_input(). On a broken connection no response can be sent any more.
    virtual void after_input() noexcept;
    // Produces frames that are made as late as possible, and sends. False: the connection is broken.
    virtual bool send_queued() noexcept;
    // Some of the queue may have been sent.
    virtual void on_flushed() noexcept {}
    // The client has sent nothing until Deadline::input.
    virtual void on_silence() noexcept = 0;
    // The client has received nothing for send_timeout.
    virtual void on_stalled() noexcept { abort(); }
    // A deadline may be over.
    virtual void on_time() noexcept {}
    // All is sent, and the end of the connection waits for that of on_input(): tells the client that nothing follows,
    // as the response itself may not say so.
    virtual void announce_end() noexcept;
    // Called once, by end(): releases requests, timers and memory.
    virtual void on_end() noexcept = 0;

    // --- The engine

    // Starts watching the socket, unless input is expected first. Input from a former owner is handled in this turn or
    // in the next one.
    Error watch(bool has_unread) noexcept;
    bool is_open() const noexcept { return state_ == State::open; }
    // Calls on_input() again, at the end of this turn.
    void run_again() noexcept { context_.loop.defer(run_again_); }
    bool runs_again() const noexcept { return run_again_.pending(); }
    // True within on_input(): appended output is sent at its end.
    bool is_reading() const noexcept { return reading_; }
    bool is_flushing() const noexcept { return flushing_; }
    bool flushes_again() const noexcept { return flush_again_; }
    // 0: the client sends no more. would_block: there is no input now.
    Result<size_t> read_some(char* into, size_t room) noexcept;
    // Sends what the kernel takes, then handles the result. The end of the connection waits until on_input() is over,
    // as it calls the program, and a call of the program must not do that.
    void flush() noexcept;
    // Only sends.
    Error flush_stream() noexcept;
    // Ends after the queue is sent. The connection never becomes open again.
    void finish(Finish how) noexcept;
    // Makes sure that a partly sent response does not look complete: see Finish::broken.
    void break_output() noexcept;
    // All is sent; the client may send up to `most_bytes` more, which are dropped.
    void linger(uint64_t most_bytes) noexcept;
    // True: the connection is so new that its first request may be in transit.
    bool is_new() noexcept { return context_.wall_us() - info_.origin.connect_time_us < kNewMs * 1000; }
    static constexpr int64_t kDrainMs = 1000;  // for the next request of a client that may be sending it now
    // Between requests; `requests` is how many there were. True: the client sends one, has just connected or has just
    // got a response, so that a request may be in transit.
    bool may_lose_request(uint64_t requests) noexcept;

    // The client's address from a PROXY header, or a warning that a required header is missing.
    void take_proxy_header(const protocol::ProxyHeader& header) noexcept;
    void log_missing_proxy_header() noexcept;
    void count_received(size_t bytes) noexcept;
    // A request has begun: it was received later than anything was sent, also within one turn of the loop.
    void note_request() noexcept;

    ConnectionHost& host_;
    Context& context_;
    net::Stream stream_;
    shm::SessionSlot* slot_ = nullptr;
    ConnectionInfo info_;
    Deadlines deadlines_;
    Readiness readiness_;

private:
    void read() noexcept;
    void discard_input() noexcept;
    void after_flush() noexcept;
    void on_all_sent() noexcept;
    void watch_progress() noexcept;
    void on_deadline() noexcept;
    void count_sent() noexcept;

    static constexpr int64_t kNewMs = 1000;  // how long a new client may take to send its first byte
    static constexpr int kFlushesPerTurn = 64;

    loop::Deferred run_again_;
    uint64_t counted_sent_ = 0;
    uint64_t progress_mark_ = 0;
    uint64_t linger_left_ = 0;  // bytes
    State state_ = State::open;
    Finish finish_ = Finish::plain;
    bool expects_input_ = false;
    bool is_watched_ = false;
    bool reading_ = false;
    bool flushing_ = false;
    bool flush_again_ = false;
};

}  // namespace tern::serve
