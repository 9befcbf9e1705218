// Gives programs the socket of a port, for system options that Tern does not have: multicast memberships, packet marks.
#pragma once

#include "php/http/port_object.h"

namespace tern::php {

// A Socket of ext/sockets over a new descriptor; without that extension a stream. False, with a warning and the error
// set: the port is one that start() opens, and it has not.
void return_port_socket(const PortObject& port, zval* return_value);

}  // namespace tern::php
