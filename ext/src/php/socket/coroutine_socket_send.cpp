// Swoole\Coroutine\Socket: sending bytes.
#include "php/engine/error.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

namespace {

struct SendArguments {
    zend_string* data;
    double timeout = 0;
};

// False after an exception.
bool parse(SendArguments& into, zend_execute_data* execute_data) {
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(into.data)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(into.timeout)
    ZEND_PARSE_PARAMETERS_END_EX(return false);
    return true;
}

Error send_some(SocketCall& call, Bytes data, size_t* done) {
    return call.repeat([&] {
        const Result<size_t> sent = call.socket->try_send(data);
        if (sent.ok()) *done = sent.value();
        return sent.error();
    });
}

Error send_all(SocketCall& call, Bytes data, size_t* done) {
    return call.repeat([&] {
        do {
            const Result<size_t> sent = call.socket->try_send(data.substr(*done));
            if (!sent.ok()) return sent.error();
            *done += sent.value();
        } while (*done < data.size());
        return Error::ok;
    });
}

void send_with(Error (*send)(SocketCall&, Bytes, size_t*), zend_execute_data* execute_data, zval* return_value) {
    SendArguments given;
    if (!parse(given, execute_data)) RETURN_THROWS();
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::write, given.timeout, return_value)) return;
    zend_string_addref(given.data);
    size_t done = 0;
    const Error error = send(call, view(given.data), &done);
    zend_string_release(given.data);
    call.end_count(error, done, return_value);
}

// Outside of coroutines only a socket that blocks waits.
bool may_wait(const SocketObject& self) noexcept {
    return self.blocks || (runtime() != nullptr && runtime()->may_suspend());
}

void send_to_when_ready(const zval* object, const net::Address& to, zend_string* data, zval* return_value) {
    SocketCall call;
    if (!call.begin(object, SocketWait::write, 0, return_value)) return;
    zend_string_addref(data);
    const Result<size_t> sent = call.socket->send_to(call.waits, view(data), to, call.until);
    zend_string_release(data);
    call.end_count(sent.ok() ? Error::ok : sent.error(), sent.ok() ? sent.value() : 0, return_value);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_Socket, send) { send_with(send_some, execute_data, return_value); }

ZEND_METHOD(Swoole_Coroutine_Socket, sendAll) { send_with(send_all, execute_data, return_value); }

ZEND_METHOD(Swoole_Coroutine_Socket, sendto) {
    zend_string* host;
    zend_long port;
    zend_string* data;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_PATH_STR(host)
    Z_PARAM_LONG(port)
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (self->socket->is_ip() && !check_port(port, 0, 2))
        return failure(&self->std, tern::Error::invalid_argument, return_value);
    const tern::Result<tern::net::Address> to = address_from(*self->socket, view(host), port);
    if (!to.ok()) return failure(&self->std, to.error(), return_value);
    const tern::Result<size_t> sent = self->socket->try_send_to(view(data), to.value());
    if (!sent.ok() && sent.error() == tern::Error::would_block && may_wait(*self)) {
        return send_to_when_ready(ZEND_THIS, to.value(), data, return_value);
    }
    if (!sent.ok()) return failure(&self->std, sent.error(), return_value);
    succeed(*self);
    RETURN_LONG(static_cast<zend_long>(sent.value()));
}
