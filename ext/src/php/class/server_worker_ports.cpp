// The ports of a worker, and who finds a connection on them.
#include "php/class/port_options.h"
#include "php/class/port_protocol.h"
#include "php/class/server_process.h"
#include "php/class/server_worker.h"

namespace tern::php {

namespace {

std::unique_ptr<serve::StaticFiles> static_files(serve::Context& context, const ServerObject& server, uint32_t index) {
    serve::StaticOptions options = static_options(server, index);
    if (options.root.empty()) return nullptr;
    return std::make_unique<serve::StaticFiles>(context, std::move(options));
}

std::unique_ptr<serve::AccessLog> access_log(serve::Context& context, ServerProcess& process, uint32_t index) {
    serve::AccessFile& file = process.access_file(index);
    if (!file.is_open()) return nullptr;
    const std::string format = port_config(process.server(), index).access_log_format;
    return std::make_unique<serve::AccessLog>(context.loop, context.log, context.counters.access_log_lost, file,
                                              format);
}

std::unique_ptr<PacketDispatch> packet_dispatch(ServerWorker& worker, ServerObject& server, uint32_t index) {
    if (port_protocol(server, index) != PortProtocol::packets) return nullptr;
    return std::make_unique<PacketDispatch>(worker, server, index);
}

std::unique_ptr<DatagramDispatch> datagram_dispatch(ServerWorker& worker, ServerObject& server, uint32_t index) {
    if (port_protocol(server, index) != PortProtocol::datagrams) return nullptr;
    return std::make_unique<DatagramDispatch>(worker, server, index);
}

}  // namespace

ServerWorker::ServedPort::ServedPort(ServerWorker& worker, ServerObject& server, uint32_t index) noexcept
    : dispatch(worker, server, index),
      packets(packet_dispatch(worker, server, index)),
      datagrams(datagram_dispatch(worker, server, index)),
      files(static_files(worker.context_, server, index)),
      access_log(php::access_log(worker.context_, worker.process_, index)),
      compression(port_compression(server, index)),
      tls(worker.process_.tls().gate(worker.context_, server, index)),
      port(worker.context_,
           port_options(server, index, worker,
                        {files.get(), access_log.get(), compression.get(), tls.get(),
                         packets == nullptr ? nullptr : &packets->options()}),
           worker.process_.listener(index, worker.id()), request_handler(), worker.admission_, worker.exchanges_) {}

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
        ports_.push_back(std::make_unique<ServedPort>(*this, server_, i));
        if (Error error = ports_.back()->open(context_, process_.listener(i, id())); error != Error::ok) return error;
    }
    return Error::ok;
}

bool ServerWorker::close_session(int64_t session_id, bool reset) noexcept {
    if (serve::Connection* connection = find_connection(session_id)) {
        reset ? connection->reset() : connection->close();
        return true;
    }
    serve::WsSession* stream = context_.websockets.find(session_id);  // of HTTP/2
    return stream != nullptr && ok(stream->close(http::ws::kNormal, {}));
}

serve::Connection* ServerWorker::find_connection(int64_t session_id) noexcept {
    for (auto& served : ports_) {
        if (serve::Connection* connection = served->port.find(session_id)) return connection;
    }
    return nullptr;
}

serve::Exchange* ServerWorker::find_exchange(int64_t session_id) noexcept {
    serve::Connection* connection = find_connection(session_id);
    return connection == nullptr ? nullptr : connection->exchange();
}

serve::TcpConnection* ServerWorker::find_raw(int64_t session_id) noexcept {
    serve::Connection* connection = find_connection(session_id);
    return connection == nullptr ? nullptr : connection->raw();
}

serve::SessionSlot* ServerWorker::find_slot(int64_t session_id) noexcept {
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
