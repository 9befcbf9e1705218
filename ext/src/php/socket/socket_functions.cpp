// TLS functions of sockets for the clients in php/library.
#include <sys/socket.h>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/socket/coroutine_socket.h"
#include "php/socket/socket_functions_arginfo.h"

namespace tern::php {

namespace {

// Null: there was an error, and `return_value` is set.
net::TlsSession* tls_of(const zval* object, zval* return_value) {
    SocketObject* self = open_socket(object, return_value);
    if (self == nullptr) return nullptr;
    net::TlsSession* tls = self->socket->tls();
    if (tls != nullptr && tls->established()) return tls;
    failure(&self->std, Error::tls_not_ready, return_value);
    return nullptr;
}

Error make_pair(const client::SocketKind& kind, zval* first, zval* second) {
    int ends[2];
    if (socketpair(kind.domain, kind.type | SOCK_NONBLOCK | SOCK_CLOEXEC, kind.protocol, ends) != 0)
        return last_error();
    Fd one(ends[0]);
    Fd other(ends[1]);
    make_socket(one, kind, first);
    make_socket(other, kind, second);
    return Error::ok;
}

}  // namespace

void register_socket_functions() { register_functions(socket_functions_entries); }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_FUNCTION(swoole_coroutine_socketpair) {
    zend_long domain;
    zend_long type;
    zend_long protocol;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(domain)
    Z_PARAM_LONG(type)
    Z_PARAM_LONG(protocol)
    ZEND_PARSE_PARAMETERS_END();
    const tern::client::SocketKind kind{static_cast<int>(domain), static_cast<int>(type), static_cast<int>(protocol)};
    zval first;
    zval second;
    const tern::Error error = make_pair(kind, &first, &second);
    if (error != tern::Error::ok) return failure(error, return_value);
    array_init_size(return_value, 2);
    add_next_index_zval(return_value, &first);
    add_next_index_zval(return_value, &second);
}

ZEND_FUNCTION(Tern_Internal_socket_peer_certificate) {
    zval* socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(socket, classes.coroutine_socket)
    ZEND_PARSE_PARAMETERS_END();
    tern::net::TlsSession* tls = tls_of(socket, return_value);
    if (tls == nullptr) return;
    auto* self = of<SocketObject>(socket);
    const tern::Bytes pem = tls->peer_certificate();
    if (pem.empty()) return failure(&self->std, Error::tls_empty_peer_certificate, return_value);
    succeed(*self);
    RETURN_STRINGL(pem.data(), pem.size());
}

ZEND_FUNCTION(Tern_Internal_socket_verify_peer) {
    zval* socket;
    bool allow_self_signed;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(socket, classes.coroutine_socket)
    Z_PARAM_BOOL(allow_self_signed)
    ZEND_PARSE_PARAMETERS_END();
    tern::net::TlsSession* tls = tls_of(socket, return_value);
    if (tls == nullptr) return;
    auto* self = of<SocketObject>(socket);
    const Error error = tls->verify_peer(allow_self_signed);
    answer(*self, error, return_value);
    if (error != Error::ok) explain_tls(*self, error);
}

ZEND_FUNCTION(Tern_Internal_socket_alpn) {
    zval* socket;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(socket, classes.coroutine_socket)
    ZEND_PARSE_PARAMETERS_END();
    const tern::net::TlsSession* tls = tls_of(socket, return_value);
    if (tls == nullptr) return;
    succeed(*of<SocketObject>(socket));
    const tern::Bytes name = tls->protocol();
    RETURN_STRINGL(name.data(), name.size());
}
