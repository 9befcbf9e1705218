#include "php/server/server_ports.h"

#include <sys/stat.h>

#include "net/datagram_socket.h"
#include "php/http/listen_advice.h"
#include "php/http/options/port_options.h"
#include "php/server/port_binding.h"
#include "php/server/port_protocol.h"
#include "proc/privileges.h"

namespace tern::php {

namespace {

// With chroot the master cannot check it; the workers do.
bool has_document_root(const PortConfig& port, const ServerConfig& server) {
    if (!port.enable_static_handler) return true;
    struct stat status {};
    if (port.files.root.path.empty()) return false;
    return !server.privileges.chroot.empty() ||
           (::stat(port.files.root.path.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

// False: no other socket can have its address, or none should, as a service manager has opened this one.
bool has_room_for_more(const net::Listener& first) noexcept { return !first.adopted() && first.shares_address(); }

// True: IPv4 clients of this number have a port of their own.
bool has_port_for_ipv4(const ServerObject& server, zend_object* port) {
    for (uint32_t i = 0; i < server.port_count; ++i) {
        zend_object* other = server.ports[i];
        if (port_family(other) == AF_INET && port_number(other) == port_number(port) &&
            takes_datagrams(other) == takes_datagrams(port)) {
            return true;
        }
    }
    return false;
}

// Workers bind the sockets of DTLS sessions to the same address. The kernel lets only the owner of the first socket.
Error share_with_workers(net::Listener& listener, const ServerConfig& config) noexcept {
    const Error error = proc::give_socket(config.privileges, listener.fd());
    return error != Error::ok ? error : net::share_address(listener.fd(), listener.address().family());
}

}  // namespace

Error ServerPorts::open(net::ServiceManager& service_manager) noexcept {
    ports_.resize(server_.port_count);
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        if (Error error = open_port(i, service_manager); error != Error::ok) return error;
    }
    for (const std::string& place : service_manager.left_over()) {
        log_.print(LogLevel::warning, "the service manager opened %s, where no port listens", place.c_str());
    }
    return Error::ok;
}

Error ServerPorts::open_port(uint32_t index, net::ServiceManager& service_manager) noexcept {
    const PortConfig& config = port_config(server_, index);
    if (!has_document_root(config, *server_.config)) {
        log_.print(LogLevel::error, "enable_static_handler needs document_root, and \"%s\" is no directory",
                   config.files.root.path.c_str());
        return Error::invalid_params;
    }
    if (Error failed = ports_[index].access.open(config.access_log); failed != Error::ok) {
        log_.print(LogLevel::error, "access_log %s cannot be opened: %s", config.access_log.c_str(), describe(failed));
        return failed;
    }
    return open_sockets(index, config, service_manager);
}

Error ServerPorts::open_sockets(uint32_t index, const PortConfig& config,
                                net::ServiceManager& service_manager) noexcept {
    zend_object* port = server_.ports[index];
    net::ListenOptions options = listen_options(config, takes_datagrams(port));
    options.v6_only = has_port_for_ipv4(server_, port);
    // A path belongs to one socket.
    const bool one_each = config.listen.reuse_port && !has_path(port);
    const size_t count = one_each ? static_cast<size_t>(server_.config->worker_num) : 1;
    std::vector<net::Listener>& sockets = ports_[index].sockets;
    for (size_t i = 0; i < count && !(i == 1 && !has_room_for_more(sockets[0])); ++i) {
        Result<net::Listener> socket = open_port_socket(*port_at(server_, index), options, service_manager);
        if (!socket.ok()) return report(index, socket.error());
        if (speaks_dtls(server_, index)) {
            const Error error = share_with_workers(socket.value(), *server_.config);
            if (error != Error::ok) return report(index, error);
        }
        sockets.push_back(std::move(socket.value()));
        if (i == 0) show_number(index);  // port 0: all sockets share the number that the system chose
    }
    return Error::ok;
}

Error ServerPorts::report(uint32_t index, Error error) noexcept {
    zend_object* port = server_.ports[index];
    log_.print(LogLevel::error, "cannot listen on %s:%ld: %s%s", port_host(port).c_str(),
               static_cast<long>(port_number(port)), describe(error), listen_advice(error));
    return error;
}

// Sets the properties of the PHP objects.
void ServerPorts::show_number(uint32_t index) noexcept {
    const net::Listener& socket = ports_[index].sockets.front();
    show_socket(*port_at(server_, index), socket);
    if (index == 0) zend_update_property_long(server_.std.ce, &server_.std, ZEND_STRL("port"), socket.address().port());
}

void ServerPorts::close() noexcept {
    for (PortFiles& port : ports_) {
        for (net::Listener& listener : port.sockets) {
            listener.unlink_path();
            listener.close();
        }
    }
}

void ServerPorts::leave_paths() noexcept { leave_in_child(); }

void ServerPorts::pass_on(proc::UpgradePlan& plan) noexcept {
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        const bool any_port = port_at(server_, i)->any_port;
        for (const net::Listener& socket : ports_[i].sockets) {
            plan.sockets.push_back({socket.fd(), socket.adopted(), any_port});
        }
    }
}

void ServerPorts::leave_in_child() noexcept {
    for (PortFiles& port : ports_) {
        for (net::Listener& listener : port.sockets) listener.close();
    }
}

void ServerPorts::close_connection_ports() noexcept {
    for (uint32_t i = 0; i < server_.port_count; ++i) {
        if (port_protocol(server_, i) == PortProtocol::datagrams) continue;
        for (net::Listener& listener : ports_[i].sockets) listener.close();
    }
}

void ServerPorts::reopen_access_logs() noexcept {
    for (PortFiles& port : ports_) {
        Error error = port.access.reopen();
        if (error == Error::ok) continue;
        log_.print(LogLevel::error, "access_log %s cannot be opened again: %s", port.access.path().c_str(),
                   describe(error));
    }
}

net::Listener& ServerPorts::listener(uint32_t port, int worker_id) noexcept {
    std::vector<net::Listener>& sockets = ports_[port].sockets;
    return sockets[static_cast<size_t>(worker_id) % sockets.size()];
}

namespace {

TlsUse use_of(const ServerObject& server, uint32_t index) {
    if (speaks_dtls(server, index)) return TlsUse::datagrams;
    return is_secure(server, index) ? TlsUse::stream : TlsUse::as_options_say;
}

}  // namespace

std::string ServerTls::load(const ServerObject& server) {
    if (!net::make_ticket_secret(secret_)) return "the system gives no random numbers for TLS";
    ports_.resize(server.port_count);
    for (uint32_t i = 0; i < server.port_count; ++i) {
        ports_[i].secret = secret_;
        const std::string complaint = load_certificates(port_config(server, i), use_of(server, i), ports_[i]);
        if (!complaint.empty()) return "port " + std::to_string(i) + ": " + complaint;
    }
    return {};
}

void ServerTls::reload(Log& log) {
    for (serve::TlsMaterial& port : ports_) {
        if (port.context == nullptr || !port.context->stale()) continue;
        net::TlsContext::Loaded loaded = net::TlsContext::load(port.options, port.secret);
        if (loaded.context != nullptr) {
            port.context = std::move(loaded.context);
        } else {
            log.print(LogLevel::warning, "the TLS certificates stay as they were: %s", loaded.complaint.c_str());
        }
    }
}

std::unique_ptr<serve::HandshakeLimiter> ServerTls::limiter(serve::Context& context, const PortConfig& config,
                                                            uint32_t index) const {
    return handshake_limiter(context, config, ports_[index]);
}

}  // namespace tern::php
