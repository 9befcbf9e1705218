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

bool Address::is_wildcard() const noexcept {
    if (family() == AF_INET) return as<sockaddr_in>(*this).sin_addr.s_addr == htonl(INADDR_ANY);
    if (family() != AF_INET6) return false;
    return IN6_IS_ADDR_UNSPECIFIED(&as<sockaddr_in6>(*this).sin6_addr) != 0;
}

bool Address::is_mapped() const noexcept {
    return family() == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&as<sockaddr_in6>(*this).sin6_addr) != 0;
}

bool Address::accepts_for(const Address& other) const noexcept {
    if (family() != other.family() || port() != other.port()) return false;
    return is_wildcard() || text() == other.text();
}

std::string Address::text() const {
    char text[INET6_ADDRSTRLEN] = "";
    if (family() == AF_INET) inet_ntop(AF_INET, &as<sockaddr_in>(*this).sin_addr, text, sizeof text);
    if (family() == AF_INET6) inet_ntop(AF_INET6, &as<sockaddr_in6>(*this).sin6_addr, text, sizeof text);
    if (family() == AF_UNIX && size > offsetof(sockaddr_un, sun_path)) return as<sockaddr_un>(*this).sun_path;
    return text;
}

Result<Address> Address::ip(int family, const std::string& host, uint16_t port) noexcept {
    static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
    Address address;
    bool is_v6 = family == AF_INET6;
    address.storage.ss_family = static_cast<sa_family_t>(family);
    address.size = is_v6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
    as<sockaddr_in>(address).sin_port = htons(port);
    void* place = &as<sockaddr_in>(address).sin_addr;
    if (is_v6) place = &as<sockaddr_in6>(address).sin6_addr;
    const char* localhost = is_v6 ? "::1" : "127.0.0.1";
    const char* numeric = host == "localhost" ? localhost : host.c_str();
    if (inet_pton(family, numeric, place) != 1) return Error::invalid_argument;
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
