// A client's connection, whatever protocol it speaks: the engine that every protocol runs on. The engine notes what
// the kernel tells, calls the protocol to read and to write, sends what is queued, keeps the deadlines, and ends the
// connection. A protocol derives from Connection and answers its hooks. Owned by the port, freed at the end of the turn
// in which it closed. A connection that goes on with another protocol is replaced by one that takes its stream over:
// see ConnectionHost::replace().
//
// How a connection ends. Every class of serve has these verbs with these meanings, and no others:
//   close      Takes no more requests; those in flight are lost. What is queued is sent, then the client sees the end.
//   abort      Ends at once. What is queued is dropped.
//   drain      Takes no new work: ends as soon as the client loses nothing by that. May be said more than once.
//   terminate  No more PHP runs in this process: requests in flight are answered with 503, the kernel takes what it
//              takes at once, and the handler is not told.
//   detach     Another object, or another process, goes on with the session: here nothing is sent, and nobody is told.
//   dispose    Ends at once, and nobody is told.
#pragma once

#include "loop/loop.h"
#include "net/stream.h"
#include "protocol/proxy_protocol.h"
#include "serve/connection_host.h"
#include "serve/deadlines.h"
#include "serve/readiness.h"

namespace tern::serve {

class Connection : public loop::EventHandler, public ListHook {
public:
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    // Starts watching; `unread` was received by a former owner of the connection. A request begins within
    // `timeout_ms`.
    virtual Error open(Bytes unread, int64_t timeout_ms) noexcept = 0;

    virtual shm::Protocol protocol() const noexcept = 0;
    const ConnectionInfo& info() const noexcept { return info_; }
    int fd() const noexcept { return stream_.fd(); }
    bool closed() const noexcept { return state_ == State::closed; }
    // Null: in clear, or the handshake is under way.
    const net::TlsFacts* tls_facts() const noexcept;
    // Between requests: may be closed without a client noticing.
    virtual bool between_requests() const noexcept = 0;
    // And may be handed over to another process, together with what is unread.
    virtual bool portable() const noexcept { return false; }
    virtual Bytes unread() const noexcept { return {}; }
    // The one request in flight; null when there is none, or may be several.
    virtual Exchange* exchange() const noexcept { return nullptr; }

    virtual void close() noexcept = 0;
    virtual void abort() noexcept { end(); }
    virtual void drain() noexcept = 0;
    // Between requests, while the whole server leaves: close(), or drain() where the first request may be on its way.
    virtual void close_idle() noexcept { close(); }
    virtual void terminate() noexcept = 0;
    void detach() noexcept;
    void dispose() noexcept;

    // For the connection that replaces this one: nothing is watched any more. With TLS it may hold input that the
    // kernel will not tell of.
    net::Stream take_stream() noexcept;

    void on_events(loop::Events events) final;

protected:
    enum class State : uint8_t {
        open,
        closing,    // what is queued is sent, nothing else
        lingering,  // all is sent: what the client still sends is read and dropped, so that no reset overtakes it
        closed,
    };
    // How a connection ends when what is queued has been sent.
    enum class End : uint8_t {
        plain,
        linger,  // the client may be sending: see State::lingering
        broken,  // the last answer is not whole, and only the end can tell: it must not look orderly
    };
    using Deadline = Deadlines::Kind;

    static constexpr int64_t kLingerMs = 2000;  // for a client to take our last word
    static constexpr uint64_t kMostDroppedInput = 1 << 20;

    Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept;

    // --- What the protocol does. No hook but on_detach() is called once the connection has closed.

    // Reads and handles what is there, while the connection is open.
    virtual void on_input() noexcept = 0;
    // Behind that. Where the connection is broken, nobody takes an answer.
    virtual void after_input() noexcept;
    // Puts frames into the stream where they are made late, and sends. False: the connection is broken.
    virtual bool send_queued() noexcept;
    // Some of what was queued may have left.
    virtual void on_flushed() noexcept {}
    // The client was silent until Deadline::input.
    virtual void on_silence() noexcept = 0;
    // It has taken nothing for send_timeout.
    virtual void on_stalled() noexcept { abort(); }
    // Some deadline may be over.
    virtual void on_time() noexcept {}
    // Once, before the connection is gone: releases requests, timers and memory.
    virtual void on_detach() noexcept = 0;

    // --- The engine

    // Waits for the kernel's news. Input that a former owner has left is handled in this turn, or in the next.
    Error watch(bool has_unread) noexcept;
    bool is_open() const noexcept { return state_ == State::open; }
    // Calls on_input() again, at the end of this turn.
    void run_again() noexcept { context_.loop.defer(run_again_); }
    bool runs_again() const noexcept { return run_again_.pending(); }
    // Within on_input(): what is appended is sent at the end of it.
    bool is_reading() const noexcept { return reading_; }
    bool is_flushing() const noexcept { return flushing_; }
    bool flushes_again() const noexcept { return flush_again_; }
    // 0: the client sends no more. would_block: nothing is there now.
    Result<size_t> read_some(char* into, size_t room) noexcept {
        if (!readiness_.readable) return Error::would_block;
        const Result<size_t> got = stream_.read_some(into, room);
        if (got.ok() && got.value() > 0) [[likely]] {
            readiness_.note_read(got.value(), room, stream_.has_more());
            count_received(got.value());
        } else {
            readiness_.readable = false;
            readiness_.input_ended = got.ok() || got.error() != Error::would_block;
        }
        return got;
    }
    // Sends what can be sent, then does what follows from that. The end of the connection, which the program is told
    // of, waits until on_input() is over: it is not for a call of the program to end it.
    void flush() noexcept;
    // Sends only.
    Error flush_stream() noexcept;
    // Ends when what is queued has been sent. Not again open.
    void finish(End how) noexcept;
    // What was sent of an answer is not to look whole: see End::broken.
    void break_output() noexcept;
    // All was said: the client may go on for so many bytes.
    void linger(uint64_t most_bytes) noexcept;
    // The last of all steps: the socket is closed, and the handler told.
    void end() noexcept;
    // Connected so recently that its first request may be under way.
    bool is_new() noexcept { return context_.wall_us() - info_.origin.connect_time_us < kNewMs * 1000; }

    // What a PROXY header says of the client, or that there is none where one has to be.
    void take_proxy_header(const protocol::ProxyHeader& header) noexcept;
    void log_missing_proxy_header() noexcept;
    void count_received(size_t bytes) noexcept {
        context_.counters.total_recv_bytes.add(bytes);
        if (slot_ != nullptr) slot_->last_recv_time_us.store(context_.wall_us(), std::memory_order_relaxed);
    }

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
    void say_goodbye() noexcept;
    void watch_progress() noexcept;
    void on_deadline() noexcept;
    void count_sent() noexcept;

    static constexpr int64_t kNewMs = 1000;  // how long a client may take to begin
    static constexpr int kFlushesPerTurn = 64;

    loop::Deferred run_again_;
    uint64_t counted_sent_ = 0;
    uint64_t progress_mark_ = 0;
    uint64_t linger_left_ = 0;  // bytes
    State state_ = State::open;
    End end_ = End::plain;
    bool reading_ = false;
    bool flushing_ = false;
    bool flush_again_ = false;
};

}  // namespace tern::serve
