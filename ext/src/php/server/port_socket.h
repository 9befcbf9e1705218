// Gives programs the socket of a port, for system options that Tern does not have: multicast memberships, packet marks.
#pragma once

#include "php/object/server_object.h"

namespace tern::php {

// A Socket of ext/sockets over a new descriptor; without that extension a stream. Before start() has opened the port it
// returns false, with a warning and the error set.
void return_port_socket(const ServerObject& server, uint32_t port, zval* return_value);

}  // namespace tern::php
