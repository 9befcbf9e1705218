#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <cstddef>
#include <cstring>

namespace tern::net {

namespace {

template <class T>
const T& as(const Address& address) noexcept {
    return reinterpret_cast<const T&>(address.storage);
}

template <class T>
T& as(Address& address) noexcept {
    return reinterpret_cast<T&>(address.storage);
}

}  // namespace

uint16_t Address::port() const noexcept {
    if (family() == AF_INET) return ntohs(as<sockaddr_in>(*this).sin_port);
    if (family() == AF_INET6) return ntohs(as<sockaddr_in6>(*this).sin6_port);
    return 0;
}

std::string Address::text() const {
    char text[INET6_ADDRSTRLEN] = "";
    if (family() == AF_INET) inet_ntop(AF_INET, &as<sockaddr_in>(*this).sin_addr, text, sizeof text);
    if (family() == AF_INET6) inet_ntop(AF_INET6, &as<sockaddr_in6>(*this).sin6_addr, text, sizeof text);
    if (family() == AF_UNIX && size > offsetof(sockaddr_un, sun_path)) return as<sockaddr_un>(*this).sun_path;
    return text;
}

Result<Address> Address::ip4(const std::string& host, uint16_t port) noexcept {
    Address address;
    auto& ip = as<sockaddr_in>(address);
    ip.sin_family = AF_INET;
    ip.sin_port = htons(port);
    const char* numeric = host == "localhost" ? "127.0.0.1" : host.c_str();
    if (inet_pton(AF_INET, numeric, &ip.sin_addr) != 1) return Error::invalid_argument;
    address.size = sizeof ip;
    return address;
}

Result<Address> Address::ip6(const std::string& host, uint16_t port) noexcept {
    Address address;
    auto& ip = as<sockaddr_in6>(address);
    ip.sin6_family = AF_INET6;
    ip.sin6_port = htons(port);
    const char* numeric = host == "localhost" ? "::1" : host.c_str();
    if (inet_pton(AF_INET6, numeric, &ip.sin6_addr) != 1) return Error::invalid_argument;
    address.size = sizeof ip;
    return address;
}

Result<Address> Address::unix_path(const std::string& path) noexcept {
    Address address;
    auto& local = as<sockaddr_un>(address);
    if (path.empty() || path.size() >= sizeof local.sun_path) return Error::invalid_argument;
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, path.c_str(), path.size() + 1);
    address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
    return address;
}

}  // namespace tern::net
