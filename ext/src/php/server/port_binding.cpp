#include "php/server/port_binding.h"

#include <sys/socket.h>
#include <unistd.h>

#include "php/server/launcher_hook.h"
#include "proc/predecessor.h"

namespace tern::php {

namespace {

zend_long number_property(zend_object* port, const char* name, size_t length) {
    zval slot;
    return zval_get_long(zend_read_property(port->ce, port, name, length, true, &slot));
}

Result<net::Address> address_of(zend_object* port) {
    if (has_path(port)) return net::Address::unix_path(port_host(port));
    return net::Address::ip(port_family(port), port_host(port), static_cast<uint16_t>(port_number(port)));
}

// True: the address is free for a socket with SO_REUSEPORT.
bool can_be_shared(const net::Address& address, net::ListenOptions options) noexcept {
    if (address.family() == AF_UNIX) return false;
    options.reuse_port = true;
    return net::Listener::bind(address, options).ok();
}

}  // namespace

std::string port_host(zend_object* port) {
    zval slot;
    zval* host = zend_read_property(port->ce, port, ZEND_STRL("host"), true, &slot);
    return Z_TYPE_P(host) == IS_STRING ? std::string(view(Z_STR_P(host))) : std::string();
}

zend_long port_number(zend_object* port) { return number_property(port, ZEND_STRL("port")); }
zend_long port_type(zend_object* port) { return number_property(port, ZEND_STRL("type")); }

bool takes_datagrams(zend_object* port) {
    const zend_long type = port_type(port);
    return type == kSockUdp || type == kSockUdp6 || type == kSockUnixDgram;
}

bool has_path(zend_object* port) {
    const zend_long type = port_type(port);
    return type == kSockUnixStream || type == kSockUnixDgram;
}

int port_family(zend_object* port) {
    const zend_long type = port_type(port);
    if (has_path(port)) return AF_UNIX;
    const bool is_v6 = type == kSockTcp6 || type == kSockUdp6 || port_host(port).find(':') != std::string::npos;
    return is_v6 ? AF_INET6 : AF_INET;
}

// A socket of datagrams gets them from its binding on, so it leaves IPv4 to a port that the program adds. start() knows
// all ports.
Error bind_port(PortObject& port) noexcept {
    port.any_port = port_number(&port.std) == 0;
    if (net::ServiceManager::passes_sockets() || proc::Predecessor::exists()) return Error::ok;
    if (launcher_hook() != nullptr && !has_path(&port.std)) return Error::ok;
    const Result<net::Address> address = address_of(&port.std);
    if (!address.ok()) return address.error();
    net::ListenOptions options;
    options.v6_only = options.datagrams = takes_datagrams(&port.std);
    Result<net::Listener> bound = net::Listener::bind(address.value(), options);
    if (!bound.ok()) {
        const bool left_to_start = bound.error() == Error::address_in_use && can_be_shared(address.value(), options);
        return left_to_start ? Error::ok : bound.error();
    }
    show_socket(port, bound.value());
    port.bound = new net::Listener(std::move(bound.value()));
    port.bound_by = getpid();
    return Error::ok;
}

Result<net::Listener> open_port_socket(PortObject& port, const net::ListenOptions& options,
                                       net::ServiceManager& service_manager) noexcept {
    const Result<net::Address> address = address_of(&port.std);
    if (!address.ok()) return address.error();
    net::Listener given = service_manager.take_socket(address.value(), options.datagrams ? SOCK_DGRAM : SOCK_STREAM);
    net::Listener bound;
    if (port.bound != nullptr) bound = std::move(*port.bound);
    delete port.bound;
    port.bound = nullptr;
    if (given.is_open()) return given;
    // A socket that was bound without SO_REUSEPORT shares its address with no other, and for which protocols it is was
    // decided when it was bound.
    const bool changes =
        address.value().family() == AF_INET6 && address.value().is_wildcard() && options.v6_only != options.datagrams;
    if (!bound.is_open() || options.reuse_port || changes) {
        bound.close();
        return net::Listener::open(address.value(), options);
    }
    if (Error error = bound.listen(options); error != Error::ok) return error;
    return bound;
}

void show_socket(PortObject& port, const net::Listener& socket) {
    zend_update_property_long(port.std.ce, &port.std, ZEND_STRL("port"), socket.address().port());
    zend_update_property_long(port.std.ce, &port.std, ZEND_STRL("sock"), socket.fd());
}

}  // namespace tern::php
