// The socket of a port as programs get it, for options of the system that Tern has none for: memberships of groups,
// marks.
#pragma once

#include "php/object/server_object.h"

namespace tern::php {

// A Socket of ext/sockets over a descriptor of its own; without that extension a stream. False, with a warning and the
// error, before start() has opened the port.
void return_port_socket(const ServerObject& server, uint32_t port, zval* return_value);

}  // namespace tern::php
