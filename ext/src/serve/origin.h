// The address that a connection comes from, as text.
#pragma once

#include <string>

#include "base/networks.h"
#include "net/address.h"
#include "shm/session_table.h"

namespace tern::serve {

shm::SessionOrigin origin_of(const net::Address& peer) noexcept;
Ip ip_of(const shm::SessionOrigin& origin) noexcept;
void set_ip(shm::SessionOrigin& origin, const Ip& ip, uint16_t port) noexcept;
// Writes "127.0.0.1" or "::1", nothing for unix sockets; returns the length.
inline constexpr size_t kMaxIpText = 46;
size_t write_ip(const shm::SessionOrigin& origin, char (&out)[kMaxIpText]) noexcept;
// The same of this end of a connection: the address that the client has connected to.
size_t write_local_ip(int fd, char (&out)[kMaxIpText]) noexcept;
std::string ip_text(const shm::SessionOrigin& origin) noexcept;

// Describes a connection that is handed over between processes: everything but the socket.
struct ConnectionInfo {
    int64_t session_id = 0;
    shm::SessionOrigin origin;
};

// How a connection comes to a port.
enum class Arrival : uint8_t {
    accepted,     // by this worker or another one, just now
    handed_over,  // by another worker: its session continues, and the program knows it
    upgraded,     // by the server before this one: to the program it is new
};

}  // namespace tern::serve
