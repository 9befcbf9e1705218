// Swoole\Coroutine\Socket: TLS.
#include "php/engine/error.h"
#include "php/socket/coroutine_socket.h"
#include "php/socket/socket_protocol.h"
#include "php/socket/tls_contexts.h"

namespace tern::php {

namespace {

using Session = std::unique_ptr<net::TlsSession>;

// A datagram socket without a peer waits for one.
bool is_server(const SocketObject& self) noexcept {
    return self.accepted || (!self.socket->is_stream() && !self.socket->peer_address().ok());
}

net::TlsOptions options_of(const SocketObject& self) {
    const SocketOptions& given = self.protocol->options;
    net::TlsOptions options = tls_options_of(*self.protocol, is_server(self));
    options.datagrams = !self.socket->is_stream();
    if (options.datagrams) options.protocols = dtls_versions(given.ssl_protocols, given.ssl_method);
    return options;
}

Session accept_session(SocketObject& self, const net::TlsOptions& options) {
    SocketProtocol& protocol = *self.protocol;
    const bool trusts = !options.client_ca_file.empty() || !options.ca_file.empty() || !options.ca_path.empty();
    if (options.verify_peer && !trusts && !options.allow_self_signed) {
        protocol.failure_reason = "ssl_verify_peer needs ssl_client_cert_file, ssl_cafile or ssl_capath";
        return nullptr;
    }
    if (const char* why = sni_complaint(options); why != nullptr) {
        protocol.failure_reason = why;
        return nullptr;
    }
    net::TlsContext::Loaded loaded = tls_contexts().of_server(options);
    protocol.failure_reason = std::move(loaded.complaint);
    if (loaded.context == nullptr) return nullptr;
    if (options.datagrams) return net::TlsSession::listen(std::move(loaded.context));
    return net::TlsSession::accept_buffered(std::move(loaded.context), self.socket->fd());
}

Session connect_session(SocketObject& self, const net::TlsOptions& options) {
    SocketProtocol& protocol = *self.protocol;
    const bool is_named = self.socket->is_ip() && protocol.options.ssl_host_name.empty();
    const std::string& host = is_named ? self.socket->host() : protocol.options.ssl_host_name;
    if (options.verify_peer && host.empty()) {
        protocol.failure_reason = "ssl_host_name is needed: whose certificate it has to be";
        return nullptr;
    }
    net::TlsClientContext::Loaded loaded = tls_contexts().of_client(options);
    protocol.failure_reason = std::move(loaded.complaint);
    if (loaded.context == nullptr) return nullptr;
    return net::TlsSession::connect(std::move(loaded.context), self.socket->fd(), host);
}

Session make_session(SocketObject& self) {
    const net::TlsOptions options = options_of(self);
    if (options.protocols == 0) {
        self.protocol->failure_reason = no_version_complaint(options.datagrams);
        return nullptr;
    }
    return is_server(self) ? accept_session(self, options) : connect_session(self, options);
}

bool may_have_tls(const Socket& socket) noexcept {
    return socket.is_stream() || (socket.is_ip() && socket.kind().type == SOCK_DGRAM);
}

// Calls no Zend function: its objects are not on the Zend heap. A handshake that timed out can be continued.
Error start_tls(SocketObject& self) {
    Socket& socket = *self.socket;
    if (!may_have_tls(socket)) return Error{EPROTOTYPE};
    if (socket.tls() != nullptr) return socket.tls()->established() ? Error{EISCONN} : Error::ok;
    if (self.protocol == nullptr) self.protocol = copy_of(nullptr);
    socket.require_tls();
    Session session = make_session(self);
    if (session == nullptr)
        return self.protocol->failure_reason.empty() ? Error::no_memory : Error::tls_handshake_failed;
    const Error error = socket.start_tls(std::move(session));
    if (error == Error::tls_bad_protocol) self.protocol->failure_reason = "there are unread bytes from before it";
    return error;
}

bool has_certificate(const SocketObject& self) noexcept {
    return self.protocol != nullptr && !self.protocol->options.tls.identity.certificate_file.empty();
}

}  // namespace

Error SocketCall::shake_hands() {
    const Socket::Side other = side == Socket::Side::read ? Socket::Side::write : Socket::Side::read;
    if (socket->in_use(other)) {
        throw_busy(socket->user(other));
        return Error::busy;
    }
    if (Error error = start_tls(*self); error != Error::ok) return error;
    socket->begin(other, socket->user(side));
    const Error error = socket->shake_hands(waits, until);
    socket->end(other);
    return error;
}

void explain_tls(SocketObject& self, Error error) {
    if (error < Error::tls_not_ready || error > Error::tls_handshake_failed) return;
    const char* reason = self.socket->tls() == nullptr ? nullptr : self.socket->tls()->why();
    if (self.protocol != nullptr && !self.protocol->failure_reason.empty())
        reason = self.protocol->failure_reason.c_str();
    if (reason == nullptr) return;
    zend_string* text = zend_strpprintf(0, "%s: %s", describe(error), reason);
    zend_update_property_str(self.std.ce, &self.std, ZEND_STRL("errMsg"), text);
    zend_string_release(text);
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, sslHandshake) {
    ZEND_PARSE_PARAMETERS_NONE();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, 0, return_value)) return;
    Error error = Error::ok;
    if (may_have_tls(*call.socket) && is_server(*call.self) && !has_certificate(*call.self)) {
        zend_throw_error(nullptr, "The server of a connection needs ssl_cert_file, see setProtocol()");
    } else {
        error = call.shake_hands();
    }
    if (EG(exception) == nullptr && error == Error::ok) answer(*call.self, error, return_value);
    if (error != Error::ok) call.fail(error, return_value);
    call.finish();
}
