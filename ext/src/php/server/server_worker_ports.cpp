// The ports of a worker, and who finds a connection on them.
#include "php/options/port_options.h"
#include "php/server/port_protocol.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"

namespace tern::php {

namespace {

std::unique_ptr<PacketDispatch> packet_dispatch(ServerWorker& worker, ServerObject& server, uint32_t index) {
    if (port_protocol(server, index) != PortProtocol::packets) return nullptr;
    return std::make_unique<PacketDispatch>(worker, server, index);
}

std::unique_ptr<DatagramDispatch> datagram_dispatch(ServerWorker& worker, ServerObject& server, uint32_t index) {
    if (port_protocol(server, index) != PortProtocol::datagrams) return nullptr;
    return std::make_unique<DatagramDispatch>(worker, server, index);
}

}  // namespace

ServerWorker::ServedPort::ServedPort(ServerWorker& worker, ServerObject& server, uint32_t index,
                                     const PortConfig& config) noexcept
    : dispatch(worker, server, index, config),
      packets(packet_dispatch(worker, server, index)),
      datagrams(datagram_dispatch(worker, server, index)),
      files(port_files(worker.context_, config)),
      access_log(port_access_log(worker.context_, worker.process_.access_file(index), config)),
      compression(port_compression(config)),
      tls(worker.process_.tls().gate(worker.context_, config, index)),
      port(worker.context_, options(worker, config, index), worker.process_.listener(index, worker.id()),
           request_handler(), worker.host_.admission, worker.host_.exchanges) {
    worker.host_.add(port);
}

serve::PortOptions ServerWorker::ServedPort::options(ServerWorker& worker, const PortConfig& config,
                                                     uint32_t index) const {
    const ServerConfig& server = *worker.server_.config;
    serve::PortOptions made = port_options(config, server,
                                           {files.get(), access_log.get(), compression.get(), tls.get(),
                                            packets == nullptr ? nullptr : &packets->options()});
    made.index = static_cast<uint16_t>(index);
    made.balancer = server.worker_num > 1 ? &worker : nullptr;
    return made;
}

serve::RequestHandler& ServerWorker::ServedPort::request_handler() noexcept {
    if (packets != nullptr) return *packets;
    return dispatch;
}

Error ServerWorker::ServedPort::open(serve::Context& context, const net::Listener& socket) noexcept {
    const bool callable = datagrams != nullptr ? datagrams->prepare()
                          : packets != nullptr ? packets->prepare()
                                               : dispatch.prepare();
    if (!callable) {
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

void ServerWorker::ServedPort::leave(serve::HandoverSink* sink) noexcept {
    if (datagrams != nullptr) datagrams->leave();
    port.leave(sink);
}

Error ServerWorker::open_ports() noexcept {
    if (task_runner_ != nullptr) {
        if (task_runner_->prepare()) return Error::ok;
        context_.log.print(LogLevel::error, "the task callback cannot be called");
        return Error::invalid_params;
    }
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        const auto config = std::make_unique<const PortConfig>(port_config(server_, i));  // large for a stack
        ports_.push_back(std::make_unique<ServedPort>(*this, server_, i, *config));
        if (Error error = ports_.back()->open(context_, process_.listener(i, id())); error != Error::ok) return error;
    }
    return Error::ok;
}

serve::TcpConnection* ServerWorker::find_raw(int64_t session_id) noexcept {
    serve::Connection* connection = find_connection(session_id);
    return connection == nullptr ? nullptr : connection->raw();
}

shm::SessionSlot* ServerWorker::find_slot(int64_t session_id) noexcept {
    return context_.sessions.find(session_id, seat_.incarnation);
}

std::vector<int64_t> ServerWorker::idle_sessions(int64_t idle_ms) noexcept {
    std::vector<int64_t> idle;
    for (auto& served : ports_) {
        for (int64_t id : served->port.session_ids()) {
            serve::TcpConnection* connection = find_raw(id);
            if (connection != nullptr && connection->idle_for(idle_ms)) idle.push_back(id);
        }
    }
    return idle;
}

const net::TlsFacts* ServerWorker::find_tls_facts(int64_t session_id) noexcept {
    serve::Connection* connection = find_connection(session_id);
    return connection == nullptr ? nullptr : connection->tls_facts();
}

}  // namespace tern::php
