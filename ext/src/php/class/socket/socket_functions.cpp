#include "php/class/socket/socket_functions.h"

#include "php/bridge/classes.h"
#include "php/bridge/error.h"
#include "php/class/function_table.h"
#include "php/class/socket/coroutine_socket.h"
#include "php/class/socket/socket_functions_arginfo.h"

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

}  // namespace

void register_socket_functions() { register_functions(ext_functions); }

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

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
