// Passes datagrams to the `packet` callback of their port, each in a coroutine of its own.
#pragma once

#include "php/http/program_callback.h"
#include "php/server/server_object.h"
#include "serve/datagram_port.h"
#include "worker/request_limit.h"

namespace tern::php {

class DatagramDispatch final : public serve::DatagramHandler {
public:
    DatagramDispatch(worker::RequestLimit& requests, ServerObject& server, uint32_t port) noexcept;
    // False: the packet callback is not callable.
    bool prepare() noexcept { return packet_.prepare(); }
    Error open(serve::Context& context, const net::Listener& socket) noexcept;
    void leave() noexcept { port_object_->leave(); }

    void on_datagram(Bytes data, const net::Address& from) override;

private:
    struct Delivery;

    static void run(void* delivery);
    void receive(Bytes data, const net::Address& from);
    void make_client_info(const net::Address& from, zval* into) const;
    void make_packet(Bytes data, const net::Address& from, zval* into) const;

    worker::RequestLimit& requests_;
    ServerObject& server_;
    uint32_t port_;
    ProgramCallback packet_;
    const net::Listener* socket_ = nullptr;
    std::unique_ptr<serve::DatagramPort> port_object_;  // null before open()
};

}  // namespace tern::php
