// The ports of one worker, each with the object that passes its requests, packets or datagrams to the program.
#pragma once

#include <memory>
#include <vector>

#include "php/http/port_host.h"
#include "php/server/message/datagram_dispatch.h"
#include "php/server/message/packet_dispatch.h"
#include "php/server/server_dispatch.h"
#include "php/server/server_ports.h"
#include "worker/transfer.h"

namespace tern::php {

// The parts of the worker that WorkerPorts uses.
struct WorkerPortsParts {
    ServerObject& server;
    ServerPorts& sockets;
    PortHost& host;
    worker::RequestLimit& requests;
    SendWaits& waits;
    worker::PacketForwards& forwards;
    int worker_id;
};

class WorkerPorts final : public worker::ConnectionReceiver {
public:
    explicit WorkerPorts(const WorkerPortsParts& parts) noexcept;
    WorkerPorts(const WorkerPorts&) = delete;
    WorkerPorts& operator=(const WorkerPorts&) = delete;
    ~WorkerPorts();

    // `balancer` null: this worker keeps all connections that it accepts. The log reports a failure.
    Error open(serve::Balancer* balancer) noexcept;
    // Stops accepting. Connections go to the sink; null: they are closed as soon as their clients lose nothing.
    void leave(serve::HandoverSink* sink) noexcept;
    // Call it when the sink has room again.
    void hand_over_waiting() noexcept;
    // Responds to all waiting requests with 503: no more PHP runs in this process.
    void terminate() noexcept;
    // True: no connection is left.
    bool empty() noexcept;
    void reopen_logs() noexcept;
    void flush_logs() noexcept;
    // The connections of the program's own protocol that have sent nothing for so long.
    std::vector<int64_t> idle_sessions(int64_t idle_ms) noexcept;

    // A packet or an event that another worker forwarded, as dispatch_func chose.
    void receive_forwarded(const worker::PacketHead& head, Bytes packet) noexcept;

    bool has_listener(uint32_t listener) const noexcept override { return listener < ports_.size(); }
    int port_for(const net::Address& local) const noexcept override;
    void accept(Fd socket, const serve::ConnectionInfo& connection, serve::Arrival arrival,
                Bytes unread) noexcept override;

private:
    struct ServedPort;

    WorkerPortsParts parts_;
    std::vector<std::unique_ptr<ServedPort>> ports_;
};

}  // namespace tern::php
