// One listening port in one worker: accepts connections, owns them, brings their requests to the handler. When the
// worker leaves, idle connections go to its successor, or are closed where there is none.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "net/listener.h"
#include "protocol/http/h2/session.h"
#include "serve/admission.h"
#include "serve/connection.h"
#include "serve/files/static_files.h"
#include "serve/forwarded.h"
#include "serve/log/access_log.h"
#include "serve/tls_gate.h"

namespace tern::serve {

// Takes over connections. On success the receiver has a duplicate of the socket and the session is its own.
class HandoverSink {
public:
    virtual Error hand_over(const Passport& passport, int fd, Bytes unread) = 0;

protected:
    ~HandoverSink() = default;
};

// Spreads new connections over the workers.
class Balancer {
public:
    // Ok: another worker has the connection now, with a duplicate of the socket.
    virtual Error pass_on(const Passport& passport, int fd) = 0;

protected:
    ~Balancer() = default;
};

struct PacketOptions;

struct PortOptions {
    Limits limits;
    net::SocketOptions socket;
    uint16_t index = 0;            // of the port in its server
    uint64_t max_connections = 0;  // in this worker; 0: no limit but the session table's
    Balancer* balancer = nullptr;  // null: this worker keeps what it accepts
    bool exclusive_wake = true;    // the listening socket is shared between workers
    StaticFiles* files = nullptr;  // null: every request is the handler's
    Compression* compression = nullptr;
    Proxies proxies;
    std::vector<std::string> streams;  // where paths begin whose requests are handled while their bodies arrive
    bool http2 = false;                // beside HTTP/1: by ALPN, or by its preface
    http::h2::SessionOptions http2_session;
    bool proxy_protocol = false;                   // every connection begins with a PROXY header
    std::string server_line = "Server: tern\r\n";  // empty: answers have no such field
    AccessLog* access_log = nullptr;               // null: requests are not logged
    const PacketOptions* packets = nullptr;        // null: connections speak HTTP
    TlsGate* tls = nullptr;                        // null: in clear
    loop::Deferred* emptied = nullptr;             // told when it has left, and has no connection any more
};

class Port final : public loop::EventHandler {
public:
    // All outlive the port.
    Port(Context& context, const PortOptions& options, const net::Listener& listener, RequestHandler& handler,
         Admission& admission, ExchangePool& exchanges) noexcept;
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;
    ~Port();

    Error open() noexcept;
    // Stops accepting. With a sink, connections between requests go there, now or when their answer is out; without one
    // they are closed, and answers say so.
    void leave(HandoverSink* sink) noexcept;
    // A connection that another process handed over.
    Error adopt(Fd fd, const Passport& passport, Bytes unread) noexcept;
    // One that another worker accepted just now.
    void greet(Fd fd, const Passport& passport) noexcept;
    // 503 to everyone who waits for an answer, then all connections are cut: no more PHP runs in this process.
    void give_up() noexcept;
    // In a forked process that goes on with something else: its copies of the sockets are replaced by `instead`, so
    // that connections end when their owner closes them.
    void leave_in_child(int instead) noexcept;

    Connection* find(int64_t session_id) noexcept;
    std::vector<int64_t> session_ids();
    bool empty() noexcept { return connections_.empty(); }
    bool leaving() const noexcept { return leaving_; }
    bool closing() const noexcept { return leaving_ && sink_ == nullptr; }

    void on_events(loop::Events events) override;

    // For connections.
    Context& context() noexcept { return context_; }
    const Limits& limits() const noexcept { return options_.limits; }
    const Proxies& proxies() const noexcept { return options_.proxies; }
    Bytes server_line() const noexcept { return options_.server_line; }
    AccessLog* access_log() const noexcept { return options_.access_log; }
    bool speaks_http2() const noexcept { return options_.http2; }
    const http::h2::SessionOptions& http2() const noexcept { return options_.http2_session; }
    bool streams(Bytes path) const noexcept;
    ExchangePool& exchanges() noexcept { return exchanges_; }
    RequestHandler& handler() noexcept { return handler_; }
    void dispatch(Exchange& exchange) noexcept;
    // True when a handler has seen it: it was not waiting for admission.
    bool on_answered(Exchange& exchange) noexcept;
    void retire(Connection& connection) noexcept;
    void part_with(Connection& connection) noexcept;
    // `old` is over with its handshake: chooses what comes then.
    void go_on_with(Connection& old, bool http2) noexcept;
    // `fresh` has the stream of `old`, and goes on with its session by another protocol. Of what `old` has received,
    // `unread` is left.
    void replace(Connection& old, std::unique_ptr<Connection> fresh, Bytes unread, int64_t patience_ms) noexcept;

private:
    static constexpr int kAcceptsPerTurn = 32;

    std::unique_ptr<Connection> make_connection(Fd fd, const Passport& passport, bool fresh) noexcept;
    bool accept_one() noexcept;
    void welcome(net::Accepted& accepted) noexcept;
    Error take_in(Fd fd, const Passport& passport, Bytes unread, bool fresh) noexcept;
    std::unique_ptr<Connection> make_connection(net::Stream stream, const Passport& passport, bool fresh) noexcept;
    void complain_of(const Connection& connection, Error error) noexcept;
    void stop_accepting() noexcept;
    void pause_accepting(const char* why) noexcept;
    void resume_accepting() noexcept;
    Error watch_listener() noexcept;
    void serve_waiting() noexcept;
    void tell_empty() noexcept;
    void part_with_all() noexcept;
    void bury() noexcept;
    static void refuse(Exchange& exchange) noexcept;

    Context& context_;
    PortOptions options_;
    const net::Listener& listener_;
    RequestHandler& handler_;
    Admission& admission_;
    ExchangePool& exchanges_;
    HandoverSink* sink_ = nullptr;
    List<Connection> connections_;
    std::unordered_map<int64_t, Connection*> by_session_;
    List<Connection> retired_;
    loop::Deferred bury_;
    loop::Deferred serve_waiting_;
    loop::Timer accept_again_;
    loop::Timer part_again_;
    int64_t complained_at_ms_;
    bool watching_ = false;
    bool leaving_ = false;
};

}  // namespace tern::serve
