// Which protocol a connection begins with, and what it goes on with.
#pragma once

#include <memory>

#include "serve/connection.h"

namespace tern::serve {

// For a socket that was accepted, or handed over by another process where it is not `fresh`.
std::unique_ptr<Connection> make_connection(ConnectionHost& host, Fd fd, const ConnectionInfo& info,
                                            bool fresh) noexcept;

// The one that goes on where `old` ends, with its stream and its session: behind a TLS handshake, or a preface of
// HTTP/2. Where the port speaks the program's own protocol, so does it.
std::unique_ptr<Connection> make_successor(ConnectionHost& host, Connection& old, shm::Protocol protocol) noexcept;

}  // namespace tern::serve
