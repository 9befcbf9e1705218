// The socket of a port before start(): the constructor and listen() bind it, so that an address in use is their failure
// and getSocket() works. start() lets it accept.
#pragma once

#include <string>

#include "net/listener.h"
#include "net/service_manager.h"
#include "php/http/port_object.h"

namespace tern::php {

std::string port_host(zend_object* port);
zend_long port_number(zend_object* port);
zend_long port_type(zend_object* port);   // SWOOLE_SOCK_*
int port_family(zend_object* port);       // AF_INET, AF_INET6 or AF_UNIX
bool takes_datagrams(zend_object* port);  // its socket is for datagrams
bool has_path(zend_object* port);         // a unix socket

// Binds the port and sets its properties `port` and `sock`. Leaves it to start() if the service manager or, in an
// upgrade, the server before this one passes sockets, if the launcher may give it another address, or if other servers
// share the address by enable_reuse_port, which set() may ask for.
Error bind_port(PortObject& port) noexcept;

// For start(): the bound socket of the port, or one of the service manager, or a new one. It accepts connections.
Result<net::Listener> open_port_socket(PortObject& port, const net::ListenOptions& options,
                                       net::ServiceManager& service_manager) noexcept;

// Sets the properties `port` and `sock`.
void show_socket(PortObject& port, const net::Listener& socket);

// Gives programs the socket of a port, for system options that Tern does not have: multicast memberships, packet marks.
// A Socket of ext/sockets over a new descriptor; without that extension a stream. False, with a warning and the error
// set: the port is one that start() opens, and it has not.
void return_port_socket(const PortObject& port, zval* return_value);

}  // namespace tern::php
