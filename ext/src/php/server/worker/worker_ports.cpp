#include "php/server/worker/worker_ports.h"

#include <algorithm>

#include "php/http/options/port_options.h"
#include "php/server/port_protocol.h"
#include "php/server/server_dispatch.h"
#include "serve/port.h"

namespace tern::php {

struct WorkerPorts::ServedPort {
    ServedPort(const WorkerPortsParts& parts, uint32_t index, const PortConfig& config,
               serve::Balancer* balancer) noexcept;
    serve::RequestHandler& request_handler() noexcept;
    serve::PortOptions options(const WorkerPortsParts& parts, const PortConfig& config, uint32_t index,
                               serve::Balancer* balancer) const;
    Error open(serve::Context& context, const net::Listener& socket) noexcept;
    bool prepare() noexcept;

    ServerDispatch dispatch;
    std::unique_ptr<StandInDispatch> stand_in;        // null: the program handles requests
    std::unique_ptr<PacketDispatch> packets;          // null: HTTP
    std::unique_ptr<DatagramDispatch> datagrams;      // null: the port has connections
    std::unique_ptr<serve::StaticFiles> files;        // null: no files are served
    std::unique_ptr<serve::AccessLog> access_log;     // null: requests are not logged
    std::unique_ptr<serve::Compression> compression;  // null: responses are not compressed
    std::unique_ptr<serve::HandshakeLimiter> tls;     // null: no TLS
    serve::Port port;
};

namespace {

std::unique_ptr<PacketDispatch> packet_dispatch(const WorkerPortsParts& parts, uint32_t index) {
    if (port_protocol(parts.server, index) != PortProtocol::packets) return nullptr;
    return std::make_unique<PacketDispatch>(
        PacketDispatchParts{parts.host, parts.requests, parts.waits, parts.forwards}, parts.server, index);
}

std::unique_ptr<DatagramDispatch> datagram_dispatch(const WorkerPortsParts& parts, uint32_t index) {
    if (port_protocol(parts.server, index) != PortProtocol::datagrams) return nullptr;
    return std::make_unique<DatagramDispatch>(DatagramDispatchParts{parts.requests, parts.forwards, parts.worker_id},
                                              parts.server, index);
}

}  // namespace

WorkerPorts::ServedPort::ServedPort(const WorkerPortsParts& parts, uint32_t index, const PortConfig& config,
                                    serve::Balancer* balancer) noexcept
    : dispatch(parts.host, parts.requests, parts.server, index, config),
      stand_in(parts.host.start_failure == nullptr ? nullptr : std::make_unique<StandInDispatch>(parts.host)),
      packets(packet_dispatch(parts, index)),
      datagrams(datagram_dispatch(parts, index)),
      files(port_files(parts.host.context, config)),
      access_log(port_access_log(parts.host.context, parts.sockets.access_file(index), config)),
      compression(port_compression(config)),
      tls(parts.sockets.tls().limiter(parts.host.context, config, index)),
      port(parts.host.context, options(parts, config, index, balancer), parts.sockets.listener(index, parts.worker_id),
           request_handler(), parts.host.admission, parts.host.exchanges) {
    parts.host.add(port);
}

serve::PortOptions WorkerPorts::ServedPort::options(const WorkerPortsParts& parts, const PortConfig& config,
                                                    uint32_t index, serve::Balancer* balancer) const {
    serve::PortOptions made = port_options(config, {files.get(), access_log.get(), compression.get(), tls.get(),
                                                    packets == nullptr ? nullptr : &packets->options()});
    made.index = static_cast<uint16_t>(index);
    made.datagrams = speaks_dtls(parts.server, index);
    made.balancer = balancer;
    if (config.fastcgi_concurrency > 0)
        made.fastcgi_concurrency = serve::Places::share_of(config.fastcgi_concurrency, parts.worker_id,
                                                           std::max<int64_t>(parts.server.config->worker_num, 1));
    const bool moves = packets == nullptr && tls == nullptr && !keeps_connections(parts.server, index);
    made.rebalancer = moves ? balancer : nullptr;
    return made;
}

serve::RequestHandler& WorkerPorts::ServedPort::request_handler() noexcept {
    if (packets != nullptr) return *packets;
    if (stand_in != nullptr) return *stand_in;
    return dispatch;
}

bool WorkerPorts::ServedPort::prepare() noexcept {
    if (datagrams != nullptr) return datagrams->prepare();
    return packets != nullptr ? packets->prepare() : dispatch.prepare();
}

Error WorkerPorts::ServedPort::open(serve::Context& context, const net::Listener& socket) noexcept {
    if (!prepare()) {
        context.log.print(LogLevel::error, "the %s callback cannot be called",
                          datagrams != nullptr ? "packet"
                          : packets != nullptr ? "receive"
                                               : "request or message");
        return Error::invalid_params;
    }
    if (Error error = files == nullptr ? Error::ok : files->open(); error != Error::ok) {
        context.log.print(LogLevel::error, "document_root cannot be opened: %s", describe(error));
        return error;
    }
    const Error error = datagrams != nullptr ? datagrams->open(context, socket) : port.open();
    if (error != Error::ok) context.log.print(LogLevel::error, "the worker cannot accept: %s", describe(error));
    return error;
}

WorkerPorts::WorkerPorts(const WorkerPortsParts& parts) noexcept : parts_(parts) {}

WorkerPorts::~WorkerPorts() = default;

Error WorkerPorts::open(serve::Balancer* balancer) noexcept {
    for (uint32_t i = 0; i < parts_.server.port_count; ++i) {
        ports_.push_back(std::make_unique<ServedPort>(parts_, i, port_config(parts_.server, i), balancer));
        const net::Listener& socket = parts_.sockets.listener(i, parts_.worker_id);
        if (Error error = ports_.back()->open(parts_.host.context, socket); error != Error::ok) return error;
    }
    return Error::ok;
}

void WorkerPorts::leave(serve::HandoverSink* sink) noexcept {
    for (auto& served : ports_) {
        if (served->datagrams != nullptr) served->datagrams->leave();
        if (served->datagrams == nullptr && sink == nullptr) served->port.refuse_more();
        served->port.drain(sink);
    }
}

void WorkerPorts::terminate() noexcept {
    for (auto& served : ports_) served->port.terminate();
}

void WorkerPorts::hand_over_waiting() noexcept {
    for (auto& served : ports_) served->port.hand_over_waiting();
}

bool WorkerPorts::empty() noexcept {
    for (auto& served : ports_) {
        if (!served->port.empty()) return false;
    }
    return true;
}

void WorkerPorts::reopen_logs() noexcept {
    for (auto& served : ports_) {
        if (served->access_log != nullptr) served->access_log->on_reopen();
    }
}

void WorkerPorts::flush_logs() noexcept {
    for (auto& served : ports_) {
        if (served->access_log != nullptr) served->access_log->flush();
    }
}

std::vector<int64_t> WorkerPorts::idle_sessions(int64_t idle_ms) noexcept {
    std::vector<int64_t> idle;
    for (auto& served : ports_) {
        for (int64_t id : served->port.session_ids()) {
            serve::TcpConnection* connection = parts_.host.find_raw(id);
            if (connection != nullptr && connection->idle_for(idle_ms)) idle.push_back(id);
        }
    }
    return idle;
}

void WorkerPorts::receive_forwarded(const worker::PacketHead& head, Bytes packet) noexcept {
    if (!has_listener(head.port)) return;
    ServedPort& served = *ports_[head.port];
    if (served.packets != nullptr) served.packets->receive_forwarded(head, packet);
    if (served.datagrams != nullptr) served.datagrams->receive_forwarded(head, packet);
}

// Only HTTP without TLS moves.
int WorkerPorts::port_for(const net::Address& local) const noexcept {
    for (uint32_t i = 0; i < ports_.size(); ++i) {
        if (!parts_.sockets.listener(i, parts_.worker_id).address().accepts_for(local)) continue;
        if (ports_[i]->tls == nullptr && port_protocol(parts_.server, i) == PortProtocol::http) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void WorkerPorts::accept(Fd socket, const serve::ConnectionInfo& connection, serve::Arrival arrival,
                         Bytes unread) noexcept {
    (void)ports_[connection.origin.listener]->port.accept(std::move(socket), connection, arrival, unread);
}

}  // namespace tern::php
