// Idle HTTP connections that move to the next server, in an upgrade. All workers of the old server write to one socket,
// and each worker of the new one takes what it finds there. The servers share no memory, so the session ends in the old
// one and another begins in the new one: the programs see a close and a connect.
#pragma once

#include "base/buffer.h"
#include "loop/poller.h"
#include "proc/descriptor_line.h"
#include "serve/port.h"
#include "worker/messenger.h"

namespace tern::worker {

// In a worker of the old server.
class ConnectionExport final : public serve::HandoverSink {
public:
    // The line outlives it.
    explicit ConnectionExport(proc::DescriptorLine& line) noexcept : line_(line) {}

    // Of other protocols the program has state that the new server does not know.
    bool takes(shm::Protocol protocol) const noexcept override { return protocol == shm::Protocol::http1; }
    bool ends_sessions() const noexcept override { return true; }
    Error hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) override;

private:
    proc::DescriptorLine& line_;
};

// The ports of the worker that takes connections of the old server.
class ArrivalPorts {
public:
    // The port for a connection to this address; -1: there is none, or it has another protocol.
    virtual int port_for(const net::Address& local) const noexcept = 0;
    virtual void arrive(Fd socket, const serve::ConnectionInfo& connection, Bytes unread) noexcept = 0;

protected:
    ~ArrivalPorts() = default;
};

// In a worker of the new server.
class ConnectionImport {
public:
    // All outlive it.
    ConnectionImport(Messenger& messenger, loop::Loop& loop, ArrivalPorts& ports) noexcept;
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
    ArrivalPorts& ports_;
    proc::DescriptorLine line_;
    Buffer room_;
    loop::Watch watch_;
};

}  // namespace tern::worker
