// Where a connection comes from, as text.
#pragma once

#include <string>

#include "net/address.h"
#include "serve/session_table.h"

namespace tern::serve {

SessionOrigin origin_of(const net::Address& peer) noexcept;
// "127.0.0.1", "::1"; empty for unix sockets.
std::string ip_text(const SessionOrigin& origin) noexcept;

}  // namespace tern::serve
