// The place of one coroutine in a trace: the span that its next spans belong to. The coroutines that it starts begin
// with a copy. What it does with sockets and names becomes spans of its own, as the boundary and Coroutine\Socket
// report it: a connection, a request that was sent and the wait for its answer, a lookup.
#pragma once

#include "coro/fd_wait.h"
#include "coro/io_observer.h"
#include "net/address.h"
#include "serve/telemetry/query_digests.h"
#include "serve/telemetry/tracer.h"

namespace tern::php {

class TraceScope final : public coro::IoObserver {
public:
    // Takes over the reference.
    TraceScope(serve::Trace& trace, const http::SpanId& current) noexcept : trace_(trace), current_(current) {}
    TraceScope(const TraceScope&) = delete;
    TraceScope& operator=(const TraceScope&) = delete;
    ~TraceScope();

    // Makes the scope of a coroutine that this one starts.
    TraceScope* copy() const noexcept;
    serve::Trace& trace() noexcept { return trace_; }
    const http::SpanId& current() const noexcept { return current_; }
    // Makes `span` the current one. Returns the former one.
    http::SpanId enter(const http::SpanId& span) noexcept;

    // What the coroutine sends next on a connection is this query: its span has OpenTelemetry's attributes of
    // databases. `raw`: the statement with its values, where these are wanted.
    void describe_query(serve::QueryDigest& digest, Bytes raw);
    // What it has sent last was this query.
    void describe_sent_query(serve::QueryDigest& digest);
    // The query has failed with this number or SQLSTATE of the database.
    void fail_query(Bytes code) { query_.error = code; }

    void on_connect(int fd, const sockaddr* address, socklen_t size) noexcept override;
    void on_connected() noexcept override;
    void on_send(int fd) noexcept override;
    void on_receive(int fd) noexcept override;
    void on_wait(std::span<const coro::FdInterest> interests) noexcept override;
    void on_waited(std::span<const coro::FdInterest> interests, bool canceled) noexcept override;
    void on_lookup(Bytes name) noexcept override;
    void on_looked_up(bool found) noexcept override;

private:
    enum class Talk : uint8_t { none, connect, exchange, name };
    void begin(Talk talk, int fd, const net::Address& peer) noexcept;
    void begin_exchange(int fd) noexcept;
    void end() noexcept;
    void describe_peer(serve::SpanWriter& writer) const noexcept;
    void write_query(serve::SpanWriter& writer) const noexcept;
    void forget_query() noexcept;

    struct Query {
        serve::QueryDigest* digest = nullptr;  // a reference; null: what is sent is not known
        std::string raw;
        std::string error;  // empty: it has not failed
    };

    serve::Trace& trace_;
    http::SpanId current_;
    Query query_;
    // What the coroutine does with a socket or a name: at most one thing at a time.
    Talk talk_ = Talk::none;
    int fd_ = -1;
    bool waited_ = false;
    bool answered_ = false;  // the next thing that is sent is another request
    bool failed_ = false;
    int64_t began_ns_ = 0;
    int64_t ended_ns_ = 0;
    std::string name_;
    net::Address peer_;
};

}  // namespace tern::php
