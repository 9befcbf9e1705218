// What the clients in php/library need of a socket's TLS.
#pragma once

namespace tern::php {

void register_socket_functions();

}  // namespace tern::php
