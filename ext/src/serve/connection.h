// What a port knows of a client's connection, whatever protocol it speaks: whose it is, how it begins and ends, and
// the account of the requests that it brings. Owned by its Port, freed at the end of the turn in which it closed. A
// connection that goes on with another protocol is replaced by one that takes its stream over: see Port::replace().
#pragma once

#include "loop/loop.h"
#include "net/stream.h"
#include "protocol/proxy_protocol.h"
#include "serve/context.h"
#include "serve/exchange.h"

namespace tern::serve {

class AccessLog;
class Port;
class TcpConnection;
struct AccessEntry;

// A connection on its way between processes: everything but the socket.
struct Passport {
    int64_t session_id = 0;
    shm::SessionOrigin origin;
};

class Connection : public loop::EventHandler, public ListHook {
public:
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    // Starts watching; `unread` was received by a former owner of the connection. A request begins within
    // `patience_ms`.
    virtual Error open(Bytes unread, int64_t patience_ms) noexcept = 0;

    virtual shm::Protocol protocol() const noexcept = 0;
    const Passport& passport() const noexcept { return passport_; }
    int fd() const noexcept { return stream_.fd(); }
    bool closed() const noexcept { return closed_; }
    // Between requests: may be closed without a client noticing.
    virtual bool between_requests() const noexcept = 0;
    // And may be handed over to another process, together with what is unread.
    virtual bool portable() const noexcept { return false; }
    virtual Bytes unread() const noexcept { return {}; }
    // The one request in flight; null when there is none, or may be several.
    virtual Exchange* exchange() const noexcept { return nullptr; }

    // Null: it speaks a protocol that the server knows.
    virtual TcpConnection* raw() noexcept { return nullptr; }

    // Closes once what is queued has been sent; requests in flight are lost.
    virtual void close() noexcept = 0;
    // Closes at once, dropping what is queued.
    virtual void reset() noexcept = 0;
    // The worker leaves, and no other can have this connection: it ends as soon as its client loses nothing by that.
    // May be said more than once.
    virtual void wind_down() noexcept = 0;
    // The same between requests, when the whole server leaves: it ends at once, unless its first request is on its way.
    virtual void part() noexcept { close(); }
    // Of HTTP/2; operation_not_supported elsewhere. Asks the client for a sign of life.
    virtual Error ping() noexcept { return Error::operation_not_supported; }
    // No more requests; those in flight are answered, then the connection ends.
    virtual Error go_away(uint32_t error_code, Bytes debug_data) noexcept { return Error::operation_not_supported; }
    // Ends requests in flight with 503, then cut(): no more PHP runs in this process.
    virtual void give_up() noexcept = 0;
    // Closes at once and leaves the session as it is: a copy of the socket lives on in another process.
    void forget() noexcept;
    // Closes at once. The handler is not told.
    void cut() noexcept;

    // Null: in clear, or the handshake is under way.
    const net::TlsFacts* tls_facts() const noexcept;

    // The stream for the connection that replaces this one; nothing is watched any more. With TLS it may hold input
    // that the kernel will not tell of: open() asks net::Stream::holds_input().
    net::Stream take_stream() noexcept;
    // It has been replaced.
    void retire() noexcept;

protected:
    static constexpr int64_t kLingerMs = 2000;  // for a client to take our last word
    static constexpr int64_t kNewMs = 1000;     // how long a client may take to begin

    // Connected so recently that its first request may be under way.
    bool is_new() noexcept { return context_.wall_us() - passport_.origin.connect_time_us < kNewMs * 1000; }

    Connection(Port& port, net::Stream stream, const Passport& passport) noexcept;

    Error watch() noexcept;
    // The same; `unread` goes into a block. data_length_too_large: there is none of that size.
    Error take_up(Bytes unread, net::Block*& block) noexcept;
    // Once, before the connection is gone: lets go of requests, timers and memory.
    virtual void on_detach() noexcept = 0;
    void close_now() noexcept;
    // After our last word: reads and drops what comes. True: nothing is there now. False: it ended, or goes on for
    // longer than anybody should be heard.
    bool drop_input(uint64_t& dropped) noexcept;
    void count_received(size_t bytes) noexcept;
    void count_sent() noexcept;

    // What a PROXY header says of the client, or that there is none where one has to be.
    void hear_balancer(const protocol::ProxyHeader& header) noexcept;
    void tell_missing_proxy_header() noexcept;

    // Whose request it is, and what a proxy says about that.
    void introduce(Exchange& exchange) noexcept;
    void dispatch(Exchange& exchange, Responder& responder) noexcept;
    // Its answer is complete or lost; our reference goes. True when a handler has seen it.
    bool end_exchange(Exchange& exchange, AnswerState state) noexcept;
    virtual void log_access(AccessLog& log, Exchange& exchange, AnswerState state) noexcept = 0;
    // An answer is aborted since its client takes nothing of it.
    void log_stalled_client() noexcept;
    // All that does not depend on the protocol.
    void describe(AccessEntry& entry, const Exchange& exchange, AnswerState state) const noexcept;

    Port& port_;
    Context& context_;
    net::Stream stream_;
    shm::SessionSlot* slot_ = nullptr;
    Passport passport_;

private:
    void detach() noexcept;
    void count_answer(const Exchange& exchange) noexcept;

    static constexpr uint64_t kMostDroppedInput = 1 << 20;

    uint64_t counted_sent_ = 0;
    bool closed_ = false;
};

}  // namespace tern::serve
