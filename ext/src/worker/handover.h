// Passes a connection from one worker to another, when it is new or when its owner leaves. The session is transferred
// in the session table first. Then a message takes the socket and the bytes that were read but not used. If the message
// cannot be sent, the session is transferred back.
#pragma once

#include "serve/port.h"
#include "worker/messenger.h"

namespace tern::worker {

// The ports of the worker that takes connections over.
class ConnectionReceiver {
public:
    virtual bool has_listener(uint32_t listener) const noexcept = 0;
    // Another worker has accepted the connection just now. The program has not seen it yet.
    virtual void greet(Fd socket, const serve::ConnectionInfo& connection) noexcept = 0;
    virtual void adopt(Fd socket, const serve::ConnectionInfo& connection, Bytes unread) noexcept = 0;

protected:
    ~ConnectionReceiver() = default;
};

class Handovers final : public serve::HandoverSink, public serve::Balancer {
public:
    // All outlive it.
    Handovers(Messenger& messenger, ConnectionReceiver& ports) noexcept : messenger_(messenger), ports_(ports) {}
    Handovers(const Handovers&) = delete;
    Handovers& operator=(const Handovers&) = delete;

    // Hands the connection to the successor of this worker. When its inbox is full, this process is woken once there is
    // room.
    Error hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) override;
    // Passes the connection to a worker that has clearly fewer connections. On an error this worker keeps it.
    Error pass_on(const serve::ConnectionInfo& connection, int fd) override;
    // Takes a connection that another worker sent.
    void receive(proc::Message& message) noexcept;

private:
    Error send(uint32_t slot, const serve::ConnectionInfo& connection, int fd, Bytes unread, uint32_t flags) noexcept;

    Messenger& messenger_;
    ConnectionReceiver& ports_;
};

}  // namespace tern::worker
