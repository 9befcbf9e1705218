// Socket addresses, of listeners and of peers.
#pragma once

#include <cstdint>
#include <string>
#include <sys/socket.h>

#include "base/result.h"

namespace tern::net {

struct Address {
    sockaddr_storage storage{};
    socklen_t size = 0;

    int family() const noexcept { return storage.ss_family; }
    const sockaddr* raw() const noexcept { return reinterpret_cast<const sockaddr*>(&storage); }
    sockaddr* raw() noexcept { return reinterpret_cast<sockaddr*>(&storage); }
    uint16_t port() const noexcept;  // 0 for unix sockets
    bool is_wildcard() const noexcept;
    // True: an IPv4 address as sockets of IPv6 have it, ::ffff:127.0.0.1.
    bool is_mapped() const noexcept;
    // True: a socket that listens here accepts connections to `other`.
    bool accepts_for(const Address& other) const noexcept;
    std::string text() const;  // "127.0.0.1", "::1", or the path of a unix socket

    // Accepts numeric addresses and "localhost" only: a listener must not depend on DNS.
    static Result<Address> ip(int family, const std::string& host, uint16_t port) noexcept;  // AF_INET or AF_INET6
    static Result<Address> unix_path(const std::string& path) noexcept;
};

}  // namespace tern::net
