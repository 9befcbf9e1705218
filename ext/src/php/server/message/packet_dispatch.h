// Passes the packets of one port with the program's own protocol to its `receive` callback, in the order of arrival:
// each in a coroutine of its own, or one after the other when enable_coroutine is off.
#pragma once

#include <unordered_map>

#include "php/http/program_callback.h"
#include "php/server/message/dispatch_function.h"
#include "php/server/message/redis_commands.h"
#include "php/server/message/send_waits.h"
#include "php/server/server_object.h"
#include "serve/exchange.h"
#include "serve/tcp_connection.h"
#include "worker/packet_forwards.h"
#include "worker/request_limit.h"

namespace tern::php {

class PortHost;

// The parts of the worker that a PacketDispatch uses.
struct PacketDispatchParts {
    PortHost& host;
    worker::RequestLimit& requests;
    SendWaits& waits;
    worker::PacketForwards& forwards;
};

class PacketDispatch final : public serve::RequestHandler, public serve::PacketHandler {
public:
    PacketDispatch(const PacketDispatchParts& parts, ServerObject& server, uint32_t port) noexcept;
    // False: a callback is not callable.
    bool prepare() noexcept;
    const serve::PacketOptions& options() const noexcept { return options_; }

    void on_packet(serve::TcpConnection& connection, Bytes packet) override;
    void receive_forwarded(const worker::PacketHead& head, Bytes packet) noexcept;

    void on_queue_full(int64_t session_id) override;
    void on_queue_low(int64_t session_id) override;
    void on_room(int64_t session_id) override;
    void on_connect(int64_t session_id) override;
    void before_close(int64_t session_id) noexcept override;
    void on_close(int64_t session_id) override;

    // This protocol has no requests.
    void on_request(serve::Exchange&) override {}
    void on_client_gone(serve::Exchange&) override {}
    void on_drained(serve::Exchange&) override {}
    void on_body(serve::Exchange&) override {}

private:
    struct Delivery;

    static int64_t measure(void* self, Bytes head);
    static void run(void* delivery);
    bool stays_here(DispatchFunction::Event event, int64_t session_id, Bytes packet) noexcept;
    void deliver(int64_t session_id, Bytes packet);
    void receive(int64_t session_id, Bytes packet);
    void note_begun(int64_t session_id, size_t size);
    void note_ended(int64_t session_id, size_t size);
    void call_port_event(PortEvent event, int64_t session_id);

    PacketDispatchParts parts_;
    ServerObject& server_;
    uint32_t port_;
    serve::PacketOptions options_;
    bool in_coroutines_;
    bool event_object_;
    ProgramCallback receive_;
    DispatchFunction chooser_;
    RedisCommands commands_;  // for a Redis\Server
    bool takes_commands_;
    uint64_t max_queued_ = 0;                       // 0: no limit
    std::unordered_map<int64_t, uint64_t> queued_;  // by session: bytes whose callbacks run
};

}  // namespace tern::php
