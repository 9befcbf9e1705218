// Listening sockets of `tern fpm`.
#include <arpa/inet.h>
#include <cstddef>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/service_manager.h"
#include "php/server/unix_functions.h"

namespace tern::php {

namespace {

struct SocketName {
    sockaddr_storage address{};
    socklen_t size = 0;
};

// False: it is neither an address nor a path that fits.
bool read_name(const char* text, int port, SocketName& name) noexcept {
    auto* v4 = reinterpret_cast<sockaddr_in*>(&name.address);
    auto* v6 = reinterpret_cast<sockaddr_in6*>(&name.address);
    auto* path = reinterpret_cast<sockaddr_un*>(&name.address);
    if (text[0] == '/') {
        if (std::strlen(text) >= sizeof path->sun_path) return false;
        path->sun_family = AF_UNIX;
        std::strcpy(path->sun_path, text);
        name.size = sizeof *path;
    } else if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons(static_cast<uint16_t>(port));
        name.size = sizeof *v4;
    } else if (inet_pton(AF_INET6, text, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons(static_cast<uint16_t>(port));
        name.size = sizeof *v6;
    }
    return name.size > 0;
}

bool has_listener(const SocketName& name) noexcept {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    const bool connected = ::connect(fd, reinterpret_cast<const sockaddr*>(&name.address), name.size) == 0;
    ::close(fd);
    return connected;
}

// A path has its mode from the beginning: no other process can connect before.
int bind_name(int fd, const SocketName& name, mode_t mode) noexcept {
    const auto* address = reinterpret_cast<const sockaddr*>(&name.address);
    if (address->sa_family != AF_UNIX) return ::bind(fd, address, name.size);
    if (has_listener(name)) {
        errno = EADDRINUSE;
        return -1;
    }
    (void)::unlink(reinterpret_cast<const sockaddr_un*>(address)->sun_path);
    const mode_t former = ::umask(0777 ^ (mode & 0777));
    const int bound = ::bind(fd, address, name.size);
    const int error = errno;
    ::umask(former);
    errno = error;
    return bound;
}

// Below 0: the error.
int open_unix_listener(const SocketName& name, int backlog, mode_t mode) noexcept {
    const int fd = ::socket(name.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    const int yes = 1;
    (void)::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind_name(fd, name, mode) == 0 && ::listen(fd, backlog) == 0) return fd;
    const int error = errno;
    ::close(fd);
    return -error;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_Unix_listen) {
    zend_string* address;
    zend_long port, backlog, mode;
    ZEND_PARSE_PARAMETERS_START(4, 4)
    Z_PARAM_PATH_STR(address)
    Z_PARAM_LONG(port)
    Z_PARAM_LONG(backlog)
    Z_PARAM_LONG(mode)
    ZEND_PARSE_PARAMETERS_END();
    SocketName name;
    if (!read_name(ZSTR_VAL(address), as_int(port), name)) RETURN_LONG(-EINVAL);
    RETURN_LONG(open_unix_listener(name, as_int(backlog), static_cast<mode_t>(mode)));
}

ZEND_FUNCTION(Tern_Internal_Unix_refuse_connections) {
    zend_long socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(socket)
    ZEND_PARSE_PARAMETERS_END();
    (void)::shutdown(as_int(socket), SHUT_RDWR);
}

ZEND_FUNCTION(Tern_Internal_Unix_socket_name) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    SocketName name;
    name.size = sizeof name.address;
    if (::getsockname(as_int(descriptor), reinterpret_cast<sockaddr*>(&name.address), &name.size) != 0) RETURN_NULL();
    const int family = name.address.ss_family;
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(&name.address);
    const auto* v6 = reinterpret_cast<const sockaddr_in6*>(&name.address);
    const auto* path = reinterpret_cast<const sockaddr_un*>(&name.address);
    char text[INET6_ADDRSTRLEN] = "";
    if (family == AF_INET) (void)inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text);
    if (family == AF_INET6) (void)inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text);
    const bool has_path = family == AF_UNIX && name.size > offsetof(sockaddr_un, sun_path);
    const int port = family == AF_INET ? ntohs(v4->sin_port) : family == AF_INET6 ? ntohs(v6->sin6_port) : 0;
    array_init(return_value);
    add_next_index_string(return_value, has_path ? path->sun_path : text);
    add_next_index_long(return_value, port);
}

// The kernel tells both numbers where a connection has its unacknowledged bytes.
ZEND_FUNCTION(Tern_Internal_Unix_listening_queue) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    tcp_info info{};
    socklen_t size = sizeof info;
    if (::getsockopt(as_int(descriptor), IPPROTO_TCP, TCP_INFO, &info, &size) != 0) RETURN_NULL();
    return_pair(static_cast<int>(info.tcpi_unacked), static_cast<int>(info.tcpi_sacked), return_value);
}

ZEND_FUNCTION(Tern_Internal_Unix_inherit_socket) {
    zend_long descriptor;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(descriptor)
    ZEND_PARSE_PARAMETERS_END();
    tern::net::ServiceManager::pass_socket(as_int(descriptor));
}
