#include "serve/origin.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>

namespace tern::serve {

SessionOrigin origin_of(const net::Address& peer) noexcept {
    SessionOrigin origin;
    origin.family = static_cast<uint16_t>(peer.family());
    origin.remote_port = peer.port();
    if (peer.family() == AF_INET) {
        std::memcpy(origin.ip.data(), &reinterpret_cast<const sockaddr_in&>(peer.storage).sin_addr, 4);
    } else if (peer.family() == AF_INET6) {
        std::memcpy(origin.ip.data(), &reinterpret_cast<const sockaddr_in6&>(peer.storage).sin6_addr, 16);
    }
    return origin;
}

std::string ip_text(const SessionOrigin& origin) noexcept {
    char text[INET6_ADDRSTRLEN] = "";
    if (origin.family == AF_INET || origin.family == AF_INET6) {
        (void)inet_ntop(origin.family, origin.ip.data(), text, sizeof text);
    }
    return text;
}

}  // namespace tern::serve
