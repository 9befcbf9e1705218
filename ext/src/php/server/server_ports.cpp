#include "php/server/server_ports.h"

#include <sys/stat.h>

#include "php/options/port_options.h"
#include "php/server/port_protocol.h"

namespace tern::php {

namespace {

zend_long port_number(zend_object* port, const char* name, size_t length) {
    zval slot;
    return zval_get_long(zend_read_property(port->ce, port, name, length, true, &slot));
}

std::string port_host(zend_object* port) {
    zval slot;
    zval* host = zend_read_property(port->ce, port, ZEND_STRL("host"), true, &slot);
    return Z_TYPE_P(host) == IS_STRING ? std::string(view(Z_STR_P(host))) : std::string();
}

Result<net::Address> address_of(zend_object* port) {
    zend_long type = port_number(port, ZEND_STRL("type"));
    auto number = static_cast<uint16_t>(port_number(port, ZEND_STRL("port")));
    if (type == kSockUnixStream || type == kSockUnixDgram) return net::Address::unix_path(port_host(port));
    return net::Address::ip(type == kSockTcp6 || type == kSockUdp6 ? AF_INET6 : AF_INET, port_host(port), number);
}

// With chroot the master cannot check it; the workers do.
bool has_document_root(const PortConfig& port, const ServerConfig& server) {
    if (!port.enable_static_handler) return true;
    struct stat status {};
    if (port.document_root.empty()) return false;
    return !server.chroot.empty() || (::stat(port.document_root.c_str(), &status) == 0 && S_ISDIR(status.st_mode));
}

Result<net::Listener> open_listener(const net::Address& address, const PortConfig& config, bool datagrams,
                                    net::ServiceManager& service_manager) noexcept {
    Fd given = service_manager.take_socket(address, datagrams ? SOCK_DGRAM : SOCK_STREAM);
    if (given.open()) return net::Listener::adopt(std::move(given));
    return net::Listener::open(address, listen_options(config, datagrams));
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
    PortConfig config = port_config(server_, index);
    if (!has_document_root(config, *server_.config)) {
        log_.print(LogLevel::error, "enable_static_handler needs document_root, and \"%s\" is no directory",
                   config.document_root.c_str());
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
    const bool datagrams = port_protocol(server_, index) == PortProtocol::datagrams;
    Result<net::Address> address = address_of(port);
    Error error = address.error();
    size_t count = config.enable_reuse_port ? static_cast<size_t>(server_.config->worker_num) : 1;
    for (size_t i = 0; address.ok() && i < count; ++i) {
        Result<net::Listener> listener = open_listener(address.value(), config, datagrams, service_manager);
        error = listener.error();
        if (!listener.ok()) break;
        if (listener.value().adopted()) count = 1;
        address = listener.value().address();  // port 0: all sockets share the number that the system chose
        ports_[index].sockets.push_back(std::move(listener.value()));
    }
    if (error == Error::ok) {
        show_number(index);
        return Error::ok;
    }
    log_.print(LogLevel::error, "cannot listen on %s:%ld: %s", port_host(port).c_str(),
               static_cast<long>(port_number(port, ZEND_STRL("port"))), describe(error));
    return error;
}

// Sets the `port` properties of the PHP objects.
void ServerPorts::show_number(uint32_t index) noexcept {
    zend_object* port = server_.ports[index];
    const uint16_t number = ports_[index].sockets.front().address().port();
    zend_update_property_long(port->ce, port, ZEND_STRL("port"), number);
    if (index == 0) zend_update_property_long(server_.std.ce, &server_.std, ZEND_STRL("port"), number);
}

void ServerPorts::close() noexcept {
    for (PortFiles& port : ports_) {
        for (net::Listener& listener : port.sockets) {
            listener.unlink_path();
            listener.close();
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

}  // namespace tern::php
