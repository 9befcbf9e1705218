// Swoole\Coroutine\Socket: connections and addresses.
#include <arpa/inet.h>
#include <cstring>

#include "boundary/names.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/error.h"
#include "php/socket/coroutine_socket.h"
#include "php/socket/socket_protocol.h"

namespace tern::php {

namespace {

struct Target {
    Bytes host;
    zend_long port;
};

// Calls no Zend function: the result is not on the Zend heap.
Error connect_by_name(SocketCall& call, const Target& target) noexcept {
    const client::SocketKind& kind = call.socket->kind();
    boundary::NameQuery query;
    query.name.assign(target.host);
    query.family = kind.domain;
    query.socket_type = kind.type;
    query.server = boundary::name_server(TERN_G(coroutine_options)->dns_server);
    const int64_t limit_ms = TERN_G(coroutine_options)->socket_dns_timeout_ms;
    const coro::Deadline until = limit_ms > 0 ? call.until.earlier(coro::Deadline::in(limit_ms)) : call.until;
    auto found = call.waits == nullptr ? boundary::resolve_blocking(std::move(query))
                                       : boundary::resolve(call.runtime->scheduler, call.runtime->offload,
                                                           call.runtime->name_cache, std::move(query), until);
    if (!found.ok()) return found.error();
    Error error = Error::dns_resolve_failed;
    for (const boundary::HostAddress& one : found.value()) {
        const Result<net::Address> to = net::Address::ip(kind.domain, one.text, static_cast<uint16_t>(target.port));
        if (!to.ok()) continue;
        error = call.socket->connect(call.waits, to.value(), call.until);
        const bool final = error == Error::ok || error == Error::timed_out || error == Error::canceled_io ||
                           error == Error::coroutine_canceled || error == Error::busy;
        if (final) break;
    }
    return error;
}

Error connect_to(SocketCall& call, const Target& target) noexcept {
    if (call.socket->is_ip()) return connect_by_name(call, target);
    const Result<net::Address> to = address_from(*call.socket, target.host, target.port);
    if (!to.ok()) return to.error();
    return call.socket->connect(call.waits, to.value(), call.until);
}

struct AddressText {
    char bytes[128];
};

bool opens_tls(const SocketObject& self) noexcept {
    return self.protocol != nullptr && self.protocol->options.open_ssl;
}

void inherit(SocketObject& accepted, const SocketObject& from) {
    accepted.accepted = true;
    accepted.read_timeout_ms = from.read_timeout_ms;
    accepted.write_timeout_ms = from.write_timeout_ms;
    if (from.protocol != nullptr) accepted.protocol = copy_of(from.protocol);
}

AddressText text_of(const net::Address& address) noexcept {
    AddressText text{};
    const std::string whole = address.text();
    std::memcpy(text.bytes, whole.c_str(), std::min(whole.size(), sizeof text.bytes - 1));
    return text;
}

void return_address(SocketObject& self, const Result<net::Address>& address, zval* return_value) {
    if (!address.ok()) return failure(&self.std, address.error(), return_value);
    succeed(self);
    address_to_array(address.value(), return_value);
}

}  // namespace

void address_to_array(const net::Address& address, zval* into) {
    const AddressText text = text_of(address);
    array_init(into);
    add_assoc_string(into, "address", text.bytes);
    const bool is_ip = address.family() == AF_INET || address.family() == AF_INET6;
    add_assoc_long(into, "port", is_ip ? address.port() : 0);
}

Result<net::Address> address_from(const Socket& socket, Bytes host, zend_long port) noexcept {
    const std::string text(host);
    if (socket.is_ip()) return net::Address::ip(socket.kind().domain, text, static_cast<uint16_t>(port));
    if (socket.kind().domain == AF_UNIX) return net::Address::unix_path(text);
    return Error{EAFNOSUPPORT};
}

bool check_port(zend_long port, zend_long least, uint32_t argument) {
    if (port >= least && port <= 65535) return true;
    warn_argument(argument, "must be between " ZEND_LONG_FMT " and 65535, " ZEND_LONG_FMT " given", least, port);
    return false;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, bind) {
    zend_string* host;
    zend_long port = 0;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_PATH_STR(host)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(port)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (self->socket->is_ip() && !check_port(port, 0, 2))
        return failure(&self->std, Error::invalid_argument, return_value);
    const tern::Result<tern::net::Address> address = address_from(*self->socket, view(host), port);
    answer(*self, address.ok() ? self->socket->bind(address.value()) : address.error(), return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, listen) {
    zend_long backlog = 512;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(backlog)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (backlog < 0 || backlog > INT_MAX) {
        warn_argument(1, "must be between 0 and %d, " ZEND_LONG_FMT " given", INT_MAX, backlog);
        return failure(&self->std, Error::invalid_argument, return_value);
    }
    answer(*self, self->socket->listen(static_cast<int>(backlog)), return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, accept) {
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, timeout, return_value)) return;
    int fd = -1;
    const Error error = call.repeat([&] {
        tern::Result<tern::Fd> made = call.socket->try_accept();
        if (made.ok()) fd = made.value().release();
        return made.error();
    });
    if (error == Error::ok) {
        tern::Fd accepted(fd);
        succeed(*call.self);
        make_socket(accepted, call.socket->kind(), return_value);
        inherit(*of<SocketObject>(return_value), *call.self);
    } else {
        call.fail(error, return_value);
    }
    call.finish();
}

ZEND_METHOD(Swoole_Coroutine_Socket, connect) {
    zend_string* host;
    zend_long port = 0;
    double timeout = 0;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_PATH_STR(host)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(port)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (ZSTR_LEN(host) == 0) {
        warn_argument(1, "cannot be empty");
        return failure(&self->std, Error::invalid_argument, return_value);
    }
    const int least_port = self->socket->kind().type == SOCK_RAW ? 0 : 1;
    if (self->socket->is_ip() && !check_port(port, least_port, 2))
        return failure(&self->std, Error::invalid_argument, return_value);
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::connect, timeout, return_value)) return;
    zend_string_addref(host);
    const bool opens = opens_tls(*call.self);
    if (opens) call.socket->require_tls();  // also when this fails while the system still connects
    call.socket->set_host(view(host));
    Error error = connect_to(call, {view(host), port});
    if (error == Error::ok && opens) error = call.shake_hands();
    if (error == Error::ok) {
        answer(*call.self, error, return_value);
    } else {
        call.fail(error, return_value);
    }
    zend_string_release(host);
    call.finish();
}

ZEND_METHOD(Swoole_Coroutine_Socket, getpeername) {
    ZEND_PARSE_PARAMETERS_NONE();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self != nullptr) return_address(*self, self->socket->peer_address(), return_value);
}

ZEND_METHOD(Swoole_Coroutine_Socket, getsockname) {
    ZEND_PARSE_PARAMETERS_NONE();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self != nullptr) return_address(*self, self->socket->local_address(), return_value);
}
