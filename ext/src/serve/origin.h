// Where a connection comes from, as text.
#pragma once

#include <string>

#include "net/address.h"
#include "net/networks.h"
#include "serve/session_table.h"

namespace tern::serve {

SessionOrigin origin_of(const net::Address& peer) noexcept;
net::Ip ip_of(const SessionOrigin& origin) noexcept;
void set_ip(SessionOrigin& origin, const net::Ip& ip, uint16_t port) noexcept;
// Writes "127.0.0.1" or "::1", nothing for unix sockets; returns the length.
inline constexpr size_t kMaxIpText = 46;
size_t write_ip(const SessionOrigin& origin, char (&out)[kMaxIpText]) noexcept;
std::string ip_text(const SessionOrigin& origin) noexcept;

}  // namespace tern::serve
