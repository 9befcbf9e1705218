// Passes a connection to another process, with its socket and the bytes that were read but not used. Within a server it
// goes to another worker, and its session with it: when it is new, when its owner has too much to do, or when its owner
// leaves. See Handovers. In an upgrade it goes to the next server, which shares no memory with this one, so its session
// ends here and another begins there: the programs see a close and a connect. ConnectionExport sends it, and
// ConnectionImport receives it.
#pragma once

#include "base/buffer.h"
#include "loop/poller.h"
#include "proc/balance.h"
#include "proc/descriptor_line.h"
#include "serve/port.h"
#include "worker/messenger.h"

namespace tern::worker {

// The ports of the worker that takes connections.
class ConnectionReceiver {
public:
    virtual bool has_listener(uint32_t listener) const noexcept = 0;
    // The port for a connection of the old server to this address; -1: there is none, or it has another protocol.
    virtual int port_for(const net::Address& local) const noexcept = 0;
    virtual void accept(Fd socket, const serve::ConnectionInfo& connection, serve::Arrival arrival,
                        Bytes unread) noexcept = 0;

protected:
    ~ConnectionReceiver() = default;
};

// The session is transferred in the session table first. Then a message takes the socket and the bytes. If the message
// cannot be sent, the session is transferred back.
class Handovers final : public serve::HandoverSink, public serve::Balancer {
public:
    // All outlive it.
    Handovers(Messenger& messenger, ConnectionReceiver& ports) noexcept
        : messenger_(messenger), ports_(ports), rebalancer_(messenger.state(), messenger.slot()) {}
    Handovers(const Handovers&) = delete;
    Handovers& operator=(const Handovers&) = delete;

    // Hands the connection to the successor of this worker. When its inbox is full, this process is woken once there is
    // room.
    Error hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) override;
    // Passes the connection to a worker that has clearly fewer connections. On an error this worker keeps it.
    Error pass_on(const serve::ConnectionInfo& connection, int fd) override;
    // Passes the connection to a worker that has clearly less to do. On an error this worker keeps it.
    Error rebalance(const serve::ConnectionInfo& connection, int fd, Bytes unread) override;
    // Compares the workers now and then. Call it at the end of each turn.
    void after_turn(int64_t now_us) noexcept {
        if (rebalancer_.is_due(now_us)) [[unlikely]]
            compare(now_us);
    }
    // Takes a connection that another worker sent.
    void receive(proc::Message& message) noexcept;

private:
    Error send(uint32_t slot, const serve::ConnectionInfo& connection, int fd, Bytes unread, uint32_t flags) noexcept;

    void compare(int64_t now_us) noexcept;

    Messenger& messenger_;
    ConnectionReceiver& ports_;
    proc::Rebalancer rebalancer_;
};

// In a worker of the old server: idle connections of HTTP/1 and FastCGI. All its workers write to one socket, and each
// worker of the new server takes what it finds there.
class ConnectionExport final : public serve::HandoverSink {
public:
    // The line outlives it.
    explicit ConnectionExport(proc::DescriptorLine& line) noexcept : line_(line) {}

    // Of other protocols the program has state that the new server does not know.
    bool takes(shm::Protocol protocol) const noexcept override {
        return protocol == shm::Protocol::http1 || protocol == shm::Protocol::fastcgi;
    }
    bool ends_sessions() const noexcept override { return true; }
    Error hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) override;

private:
    proc::DescriptorLine& line_;
};

// In a worker of the new server.
class ConnectionImport {
public:
    // All outlive it.
    ConnectionImport(Messenger& messenger, loop::Loop& loop, ConnectionReceiver& ports) noexcept;
    ConnectionImport(const ConnectionImport&) = delete;
    ConnectionImport& operator=(const ConnectionImport&) = delete;

    // Call it when the ports are open. Ends by itself when the old server has ended.
    Error open(Fd socket) noexcept;
    // Takes no more: other workers do.
    void stop() noexcept;

private:
    static constexpr int kPerTurn = 16;

    void on_readable() noexcept;
    bool take_one() noexcept;
    void take(Fd socket, Bytes message) noexcept;

    Messenger& messenger_;
    loop::Loop& loop_;
    ConnectionReceiver& ports_;
    proc::DescriptorLine line_;
    Buffer room_;
    loop::Watch watch_;
};

}  // namespace tern::worker
