// Passes datagrams to the `packet` callback of their port, each in a coroutine of its own; with dispatch_func in the
// worker that it chooses.
#pragma once

#include "php/http/program_callback.h"
#include "php/server/message/packet_dispatch.h"
#include "php/server/server_object.h"
#include "serve/datagram_port.h"
#include "worker/remote_sends.h"
#include "worker/request_limit.h"

namespace tern::php {

// The parts of the worker that a DatagramDispatch uses.
struct DatagramDispatchParts {
    worker::RequestLimit& requests;
    worker::PacketForwards& forwards;
    int worker_id;
};

class DatagramDispatch final : public serve::DatagramHandler {
public:
    DatagramDispatch(const DatagramDispatchParts& parts, ServerObject& server, uint32_t port) noexcept;
    // False: a callback is not callable.
    bool prepare() noexcept { return packet_.prepare() && chooser_.prepare(); }
    Error open(serve::Context& context, const net::Listener& socket) noexcept;
    void leave() noexcept { port_object_->leave(); }

    void on_datagram(Bytes data, const net::Address& from) override;
    void receive_forwarded(const worker::PacketHead& head, Bytes packet) noexcept;

private:
    struct Delivery;

    static void run(void* delivery);
    bool stays_here(Bytes data, const net::Address& from) noexcept;
    bool forward(int worker_id, Bytes data, const net::Address& from) noexcept;
    void deliver(Bytes data, const net::Address& from);
    void receive(Bytes data, const net::Address& from);
    void make_client_info(const net::Address& from, zval* into) const;
    void make_packet(Bytes data, const net::Address& from, zval* into) const;

    DatagramDispatchParts parts_;
    ServerObject& server_;
    uint32_t port_;
    ProgramCallback packet_;
    DispatchFunction chooser_;
    const net::Listener* socket_ = nullptr;
    std::unique_ptr<serve::DatagramPort> port_object_;  // null before open()
};

}  // namespace tern::php
