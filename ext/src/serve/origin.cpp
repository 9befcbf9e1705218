#include "serve/origin.h"

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>

#include "protocol/http/number.h"

namespace tern::serve {

shm::SessionOrigin origin_of(const net::Address& peer) noexcept {
    shm::SessionOrigin origin;
    origin.family = static_cast<uint16_t>(peer.family());
    origin.remote_port = peer.port();
    if (peer.family() == AF_INET) {
        std::memcpy(origin.ip.data(), &reinterpret_cast<const sockaddr_in&>(peer.storage).sin_addr, 4);
    } else if (peer.family() == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(peer.storage).sin6_addr;
        // A client is the same whichever socket it came through.
        const size_t skipped = peer.is_mapped() ? 12 : 0;
        if (skipped > 0) origin.family = AF_INET;
        std::memcpy(origin.ip.data(), v6.s6_addr + skipped, 16 - skipped);
    }
    return origin;
}

Ip ip_of(const shm::SessionOrigin& origin) noexcept {
    Ip ip;
    ip.bytes = origin.ip;
    ip.family = origin.family;
    return plain(ip);
}

void set_ip(shm::SessionOrigin& origin, const Ip& ip, uint16_t port) noexcept {
    origin.ip = ip.bytes;
    origin.family = ip.family;
    origin.remote_port = port;
}

size_t write_ip(const shm::SessionOrigin& origin, char (&out)[kMaxIpText]) noexcept {
    if (origin.family == AF_INET) {
        char* at = out;
        for (size_t i = 0; i < 4; ++i) {
            at = http::write_decimal(at, origin.ip[i]);
            *at++ = '.';
        }
        return static_cast<size_t>(at - 1 - out);
    }
    if (origin.family != AF_INET6) return 0;
    static_assert(kMaxIpText >= INET6_ADDRSTRLEN);
    return inet_ntop(origin.family, origin.ip.data(), out, sizeof out) == nullptr ? 0 : std::strlen(out);
}

size_t write_local_ip(int fd, char (&out)[kMaxIpText]) noexcept {
    net::Address local;
    local.size = sizeof local.storage;
    return ::getsockname(fd, local.raw(), &local.size) < 0 ? 0 : write_ip(origin_of(local), out);
}

std::string ip_text(const shm::SessionOrigin& origin) noexcept {
    char text[kMaxIpText];
    return std::string(text, write_ip(origin, text));
}

}  // namespace tern::serve
