// One listening port in one worker: accepts connections, owns them, passes their requests to the handler. When the
// worker leaves, idle connections go to its successor, or are closed if there is none.
#pragma once

#include "serve/acceptor.h"
#include "serve/connection_host.h"
#include "serve/connection_registry.h"
#include "serve/files/static_files.h"
#include "serve/log/access_log.h"
#include "serve/tls/dtls_acceptor.h"
#include "serve/tls/handshake_limiter.h"

namespace tern::serve {

// Takes over connections. On success the receiver has a duplicate of the socket and owns the session.
class HandoverSink {
public:
    // session_not_exist: no worker can take it. server_pipe_buffer_full: not now, and Port::hand_over_waiting() is
    // called later. would_block: not now, and no event will follow.
    virtual Error hand_over(const ConnectionInfo& info, int fd, Bytes unread) = 0;
    // False: connections of that protocol stay until they end.
    virtual bool takes(shm::Protocol) const noexcept { return true; }
    // True: the receiver belongs to another server, so the session ends here.
    virtual bool ends_sessions() const noexcept { return false; }

protected:
    ~HandoverSink() = default;
};

class Port final : public ConnectionHost, private Acceptor::Receiver, private DtlsAcceptor::Receiver {
public:
    // All outlive the port.
    Port(Context& context, const PortOptions& options, const net::Listener& listener, RequestHandler& handler,
         Admission& admission, ExchangePool& exchanges) noexcept;
    ~Port();

    Error open() noexcept { return options_.datagrams ? dtls_acceptor_.open() : acceptor_.open(); }
    // With one_by_one: call it when the request of the last connection has been handled. The connection after that one
    // waits in the system's queue, where other processes find it.
    void accept_next() noexcept {
        if (!leaving_) acceptor_.accept_next();
    }
    // There is a place for one more connection: see Places.
    void on_place() noexcept {
        if (!leaving_) acceptor_.on_place();
    }
    // Call it before drain() when the whole server ends: see Acceptor::refuse_more().
    void refuse_more() noexcept {
        if (!options_.datagrams) acceptor_.refuse_more();
    }
    // Stops accepting. With a sink, connections between requests go there, now or after their response. Without one
    // they are closed, and responses announce it.
    void drain(HandoverSink* sink) noexcept;
    // Call it when the sink has room again.
    void hand_over_waiting() noexcept;
    // Takes a connection. `unread` was received by its former owner. On an error it is closed.
    Error accept(Fd fd, const ConnectionInfo& info, Arrival arrival, Bytes unread) noexcept override;
    // Responds to all waiting requests with 503 and ends all connections: no more PHP runs in this process.
    void terminate() noexcept;
    // For a forked process that does something else: its copies of the sockets are replaced by `instead`, so that a
    // connection ends when its owner closes it.
    void leave_in_child(int instead) noexcept;

    Connection* find(int64_t session_id) noexcept { return connections_.find(session_id); }
    std::vector<int64_t> session_ids() { return connections_.ids(); }
    bool empty() noexcept { return connections_.count() == 0; }

    // For connections: see ConnectionHost.
    void on_closed(Connection& connection) noexcept override;
    bool rebalance(Connection& connection) noexcept override;
    void pass_on(Connection& connection) noexcept override;
    void switch_protocol(Connection& old, shm::Protocol protocol, Bytes unread) noexcept override;
    void replace(Connection& old, std::unique_ptr<Connection> fresh, Bytes unread) noexcept override;

private:
    void accept(net::Stream stream, const ConnectionInfo& info) noexcept override;
    Error take_in(std::unique_ptr<Connection> made, Bytes unread, bool fresh) noexcept;
    void begin(int64_t session_id) noexcept;
    void stop_accepting() noexcept;
    void complain_of(const Connection& connection, Error error) noexcept;
    void pass_on_or_drain(Connection& connection) noexcept;
    void drain_all() noexcept;

    Acceptor acceptor_;
    DtlsAcceptor dtls_acceptor_;  // for datagrams, instead of the other one
    ConnectionRegistry connections_;
    HandoverSink* sink_ = nullptr;
    loop::Timer drain_again_;
    bool waits_for_sink_ = false;
};

}  // namespace tern::serve
