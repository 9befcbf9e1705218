// How a connection passes from one worker to another, when it is new or its owner leaves. The session is transferred in
// the table first; then a message goes with the socket and the bytes that were read but not used. Where it cannot go,
// the session is transferred back.
#pragma once

#include "serve/port.h"
#include "worker/messenger.h"

namespace tern::worker {

// The ports of the worker that takes connections over.
class ConnectionReceiver {
public:
    virtual bool has_listener(uint32_t listener) const noexcept = 0;
    // Accepted just now by another worker: nobody was told of it yet.
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

    // To the successor of this worker. When its inbox is full, this process is woken when there is room.
    Error hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) override;
    // To a worker that has clearly fewer connections. Not ok: this worker keeps it.
    Error pass_on(const serve::ConnectionInfo& connection, int fd) override;
    // What another worker sent.
    void receive(proc::Message& message) noexcept;

private:
    Error send(uint32_t slot, const serve::ConnectionInfo& connection, int fd, Bytes unread, uint32_t flags) noexcept;

    Messenger& messenger_;
    ConnectionReceiver& ports_;
};

}  // namespace tern::worker
