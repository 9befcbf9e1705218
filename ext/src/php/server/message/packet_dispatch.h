// Passes the packets of one port with the program's own protocol to its `receive` callback, in the order of arrival:
// each in a coroutine of its own, or one after the other when enable_coroutine is off.
#pragma once

#include <unordered_map>
#include <vector>

#include "php/http/program_callback.h"
#include "php/server/message/send_waits.h"
#include "php/server/server_object.h"
#include "serve/exchange.h"
#include "serve/tcp_connection.h"
#include "worker/remote_sends.h"
#include "worker/request_limit.h"

namespace tern::php {

// The longest name of a command of Redis.
inline constexpr size_t kMostCommandName = 128;

// The program's own dispatch_func: it chooses the worker that handles a packet, an event of a connection or a datagram.
// Called in the worker that accepted the connection or received the datagram, outside of coroutines: later packets wait
// for its decision.
class DispatchFunction {
public:
    // What happened, as the function is told.
    enum class Event : uint8_t { packet = 0, datagram = 1, close = 3, connect = 4 };
    // Results of the function that are no worker.
    static constexpr int kDiscard = -1;
    static constexpr int kClose = -2;
    static constexpr int kOwn = -3;  // the worker that has the connection

    static constexpr size_t kMostShown = 8192;  // bytes of a packet that the function gets

    explicit DispatchFunction(ServerObject& server) noexcept;
    bool exists() const noexcept { return function_.exists(); }
    // False: it is not callable.
    bool prepare() noexcept { return function_.prepare(); }

    // The number of a worker, or one of the above. kDiscard also for an exception, which is logged, and, with a warning
    // in the log, for a number that no worker has. For a datagram, `id` is a number of the sender's address.
    int choose(Event event, int64_t id, Bytes packet) noexcept;

private:
    static void call(void* choice);

    ServerObject& server_;
    ProgramCallback function_;
};

// Calls the handlers of a Redis\Server: there is one for each command name.
class RedisCommands {
public:
    explicit RedisCommands(ServerObject& server) noexcept : server_(server) {}

    // `command` is a whole command; it is not read any more once PHP code runs. Works in a coroutine and outside. A
    // string that the handler returns is sent; an exception stays pending.
    void run(int64_t session_id, Bytes command);

private:
    zval* find_handler(Bytes name) const;

    ServerObject& server_;
    std::vector<Bytes> words_;
};

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
