#include <algorithm>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/pause.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/globals.h"
#include "php/engine/options/coroutine_options.h"
#include "php/engine/string_slice.h"
#include "php/http/options/port_options.h"
#include "php/server/message/session_send.h"
#include "php/server/port_protocol.h"
#include "php/server/server_process.h"
#include "php/server/worker/server_worker.h"

namespace tern::php {

namespace {

Result<net::SharedFd> open_regular(const char* path, uint64_t* size) {
    Fd file(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file.open() || ::fstat(file.get(), &status) < 0) return last_error();
    if (!S_ISREG(status.st_mode)) return Error::invalid_argument;
    *size = static_cast<uint64_t>(status.st_size);
    return net::SharedFd(std::move(file));
}

Error send_file(serve::TcpConnection& connection, const char* path, zend_long offset, zend_long length) {
    uint64_t size = 0;
    Result<net::SharedFd> opened = open_regular(path, &size);
    if (!opened.ok()) return opened.error();
    net::SharedFd file = std::move(opened.value());
    const auto begin = static_cast<uint64_t>(offset);
    const auto wanted = static_cast<uint64_t>(length);
    if (begin > size || wanted > size - begin) return Error::invalid_params;
    return connection.send_file(std::move(file), offset, wanted == 0 ? size - begin : wanted);
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): counted references

Result<net::Address> address_for(zend_string* host, zend_long port) {
    const std::string text(view(host));
    if (text.starts_with('/')) return net::Address::unix_path(text);
    const int family = text.find(':') == std::string::npos ? AF_INET : AF_INET6;
    return net::Address::ip(family, text, static_cast<uint16_t>(port));
}

// A socket of :: sends to IPv4 addresses, too, unless it is for IPv6 alone: then sending fails.
bool reaches(const net::Address& from, int family, bool exactly) noexcept {
    if (from.family() == family) return true;
    return !exactly && family == AF_INET && from.family() == AF_INET6 && from.is_wildcard();
}

// socket_send_timeout where the program has set it, otherwise the time that a stalled client has. 0 and less: no limit.
int64_t datagram_timeout_ms(ServerProcess& server) noexcept {
    const int64_t given_ms = TERN_G(coroutine_options)->socket_write_timeout_ms;
    return given_ms != 0 ? given_ms : server.server().config->send_timeout_ms;
}

// No event reports room in the queue of a unix socket, so this tries again. Outside of coroutines nothing waits.
Error send_datagram(ServerProcess& server, int socket, const net::Address& to, Bytes data) {
    const int64_t limit_ms = datagram_timeout_ms(server);
    const coro::Deadline until = limit_ms > 0 ? coro::Deadline::in(limit_ms) : coro::Deadline::never();
    Pause pause;
    for (;;) {
        const Error error = serve::send_datagram(socket, to, data);
        const bool waits = error == Error::would_block && to.family() == AF_UNIX;
        if (!waits || runtime() == nullptr || !runtime()->may_suspend()) return error;
        if (until.finite() && monotonic_ms() >= until.at_ms) return Error::timed_out;
        const coro::Wake wake = runtime()->scheduler.suspend(coro::Wait::event, coro::Deadline::in(pause.next_ms()));
        bail_if_ended();
        if (wake == coro::Wake::canceled) return Error::coroutine_canceled;
    }
}

// The socket with that number, or the first for this address family; null: there is none.
const net::Listener* socket_for(ServerProcess& server, int family, zend_long number, bool exactly) {
    const int worker_id = std::max(server.worker_id(), 0);
    for (uint32_t i = 0; i < server.server().port_count; ++i) {
        if (port_protocol(server.server(), i) != PortProtocol::datagrams) continue;
        const net::Listener& socket = server.ports().listener(i, worker_id);
        if (reaches(socket.address(), family, exactly) && (number < 0 || socket.fd() == number)) return &socket;
    }
    return exactly ? socket_for(server, family, number, false) : nullptr;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

namespace {

void finish(Error error, zval* return_value) {
    if (error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

// A connection of this worker with the program's own protocol; null: the return value is false.
tern::serve::TcpConnection* own(zend_long fd, zval* return_value) {
    ServerProcess* server = running(return_value);
    if (server == nullptr) return nullptr;
    if (tern::serve::TcpConnection* connection = find_raw(*server, fd)) return connection;
    const bool exists = server->state().sessions().owner_of(fd) != 0;
    failure(exists ? Error::operation_not_supported : Error::session_not_exist, return_value);
    return nullptr;
}

void send_to_address(zend_string* host, zend_long port, zend_string* data, zend_long number, zval* return_value) {
    ServerProcess* server = running(return_value);
    if (server == nullptr || !is_sendable(data)) RETURN_FALSE;
    const tern::Result<tern::net::Address> address = address_for(host, port);
    if (!address.ok()) {
        warn("\"%s\" is no address", ZSTR_VAL(host));
        return failure(Error::invalid_params, return_value);
    }
    const tern::net::Listener* socket = socket_for(*server, address.value().family(), number, true);
    if (socket == nullptr) {
        warn("no port of the server sends datagrams to such addresses");
        return failure(Error::operation_not_supported, return_value);
    }
    const Error error = send_datagram(*server, socket->fd(), address.value(), view(data));
    if (error == Error::ok && server->worker() != nullptr) {
        server->worker()->counters().total_send_bytes.add(ZSTR_LEN(data));
    }
    finish(error, return_value);
}

void list_idle(ServerWorker& worker, int64_t idle_ms, zval* into) {
    array_init(into);
    for (int64_t id : worker.ports().idle_sessions(idle_ms)) add_next_index_long(into, id);
}

}  // namespace

ZEND_METHOD(Swoole_Server, send) {
    zend_string* path = nullptr;
    zend_long fd = 0;
    zend_string* data;
    zend_long server_socket = -1;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_STR_OR_LONG(path, fd)
    Z_PARAM_STR(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(server_socket)
    ZEND_PARSE_PARAMETERS_END();
    if (path != nullptr) {
        if (ZSTR_LEN(path) > 0 && ZSTR_VAL(path)[0] == '/') {
            return send_to_address(path, 0, data, server_socket, return_value);
        }
        if (!is_numeric_string(ZSTR_VAL(path), ZSTR_LEN(path), &fd, nullptr, false)) {
            zend_argument_type_error(1, "must be the number of a connection, or a path");
            RETURN_THROWS();
        }
    }
    if (running(return_value) == nullptr) return;
    if (!is_sendable(data)) RETURN_FALSE;
    finish(send_to_session(fd, data), return_value);
}

ZEND_METHOD(Swoole_Server, sendto) {
    zend_string* host;
    zend_long port;
    zend_string* data;
    zend_long server_socket = -1;
    ZEND_PARSE_PARAMETERS_START(3, 4)
    Z_PARAM_STR(host)
    Z_PARAM_LONG(port)
    Z_PARAM_STR(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(server_socket)
    ZEND_PARSE_PARAMETERS_END();
    if (port < 0 || port > 65535) {
        warn_argument(2, "must be between 0 and 65535, " ZEND_LONG_FMT " given", port);
        RETURN_FALSE;
    }
    send_to_address(host, port, data, server_socket, return_value);
}

ZEND_METHOD(Swoole_Server, sendfile) {
    zend_long fd;
    zend_string* path;
    zend_long offset = 0;
    zend_long length = 0;
    ZEND_PARSE_PARAMETERS_START(2, 4)
    Z_PARAM_LONG(fd)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(offset)
    Z_PARAM_LONG(length)
    ZEND_PARSE_PARAMETERS_END();
    if (offset < 0 || length < 0) {
        warn_argument(offset < 0 ? 3 : 4, "must be 0 or more");
        RETURN_FALSE;
    }
    tern::serve::TcpConnection* connection = own(fd, return_value);
    if (connection == nullptr) return;
    finish(send_file(*connection, ZSTR_VAL(path), offset, length), return_value);
}

ZEND_METHOD(Swoole_Server, sendwait) {
    zend_long fd;
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    tern::serve::TcpConnection* connection = own(fd, return_value);
    if (connection == nullptr || !is_sendable(data)) RETURN_FALSE;
    const int64_t timeout_ms = process()->server().config->send_timeout_ms;
    const int wait_ms = timeout_ms == 0 ? INT_MAX : static_cast<int>(std::min<int64_t>(timeout_ms, INT_MAX));
    Error error = connection->flush_blocking(wait_ms);
    if (error == Error::ok) error = connection->send(keep(data));
    if (error == Error::ok) error = connection->flush_blocking(wait_ms);
    finish(error, return_value);
}

ZEND_METHOD(Swoole_Server, pause) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    tern::serve::TcpConnection* connection = own(fd, return_value);
    if (connection == nullptr) return;
    connection->pause();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, resume) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    tern::serve::TcpConnection* connection = own(fd, return_value);
    if (connection == nullptr) return;
    connection->resume();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, confirm) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    tern::serve::TcpConnection* connection = own(fd, return_value);
    if (connection == nullptr) return;
    if (!connection->paused()) return failure(Error::wrong_operation, return_value);
    connection->resume();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, protect) {
    zend_long fd;
    bool on = true;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(on)
    ZEND_PARSE_PARAMETERS_END();
    tern::serve::TcpConnection* connection = own(fd, return_value);
    if (connection == nullptr) return;
    connection->protect(on);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Server, bind) {
    zend_long fd;
    zend_long uid;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_LONG(uid)
    ZEND_PARSE_PARAMETERS_END();
    if (uid == 0 || uid < INT32_MIN || uid > UINT32_MAX) {
        warn_argument(2, "must be between -2147483648 and 4294967295, and not 0, " ZEND_LONG_FMT " given", uid);
        RETURN_FALSE;
    }
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    if (server->worker() == nullptr) return failure(Error::wrong_operation, return_value);
    tern::shm::SessionSlot* slot = server->state().sessions().find(fd, server->messenger().generation());
    if (slot == nullptr) return failure(Error::session_not_exist, return_value);
    int64_t unbound = 0;
    const bool bound =
        slot->uid.compare_exchange_strong(unbound, static_cast<uint32_t>(uid), std::memory_order_relaxed);
    finish(bound ? Error::ok : Error::wrong_operation, return_value);
}

ZEND_METHOD(Swoole_Server, heartbeat) {
    bool closes = true;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(closes)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server == nullptr) return;
    const int64_t idle_ms = idle_limit_ms(server->server().config->port, *server->server().config);
    if (idle_ms == 0 || server->worker() == nullptr) return failure(Error::wrong_operation, return_value);
    list_idle(*server->worker(), idle_ms, return_value);
    if (!closes) return;
    zval* id;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(return_value), id) { (void)server->close_session(Z_LVAL_P(id), false); }
    ZEND_HASH_FOREACH_END();
}
