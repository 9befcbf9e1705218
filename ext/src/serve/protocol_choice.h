// Chooses the protocol of a new connection, and of one that switches protocols.
#pragma once

#include <memory>

#include "serve/connection.h"

namespace tern::serve {

// For a socket that was accepted, or, if not `fresh`, handed over by another process.
std::unique_ptr<Connection> make_connection(ConnectionHost& host, Fd fd, const ConnectionInfo& info,
                                            bool fresh) noexcept;

// Makes the connection that replaces `old`, with its stream and its session: after a TLS handshake, or an HTTP/2
// preface. A port of the program's own protocol uses that one.
std::unique_ptr<Connection> make_successor(ConnectionHost& host, Connection& old, shm::Protocol protocol) noexcept;

}  // namespace tern::serve
