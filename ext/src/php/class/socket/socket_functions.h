// TLS functions of sockets for the clients in php/library.
#pragma once

namespace tern::php {

void register_socket_functions();

}  // namespace tern::php
