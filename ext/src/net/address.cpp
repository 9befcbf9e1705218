#include "net/address.h"

#include <arpa/inet.h>
#include <cstddef>
#include <cstring>
#include <netinet/in.h>
#include <sys/un.h>

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

namespace {

// "localhost" is the one name that everybody means the same by.
Error parse_ip(int family, const std::string& host, const char* localhost, void* into) noexcept {
    const char* numeric = host == "localhost" ? localhost : host.c_str();
    return inet_pton(family, numeric, into) == 1 ? Error::ok : Error::invalid_argument;
}

}  // namespace

Result<Address> Address::ip4(const std::string& host, uint16_t port) noexcept {
    Address address;
    auto& ip = as<sockaddr_in>(address);
    if (!ok(parse_ip(AF_INET, host, "127.0.0.1", &ip.sin_addr))) return Error::invalid_argument;
    ip.sin_family = AF_INET;
    ip.sin_port = htons(port);
    address.size = sizeof ip;
    return address;
}

Result<Address> Address::ip6(const std::string& host, uint16_t port) noexcept {
    Address address;
    auto& ip = as<sockaddr_in6>(address);
    if (!ok(parse_ip(AF_INET6, host, "::1", &ip.sin6_addr))) return Error::invalid_argument;
    ip.sin6_family = AF_INET6;
    ip.sin6_port = htons(port);
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
