#include "php/engine/error.h"
#include "php/server/port_binding.h"
#include "php/server/server_process.h"
#include "php/socket/socket_stream.h"

namespace tern::php {

namespace {

// Replaces the stream by a Socket, if ext/sockets is there.
void as_socket(zval* stream) {
    auto* import =
        static_cast<zend_function*>(zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("socket_import_stream")));
    if (import == nullptr) return;
    zval socket;
    ZVAL_UNDEF(&socket);
    zend_call_known_function(import, nullptr, nullptr, &socket, 1, stream, nullptr);
    if (Z_TYPE(socket) != IS_OBJECT) return zval_ptr_dtor(&socket);
    zval_ptr_dtor(stream);  // the Socket has its own reference
    ZVAL_COPY_VALUE(stream, &socket);
}

// Null: the port is not open.
const net::Listener* socket_of(const PortObject& port) noexcept {
    if (port.bound != nullptr) return port.bound;
    ServerProcess* process = php::process();
    if (process == nullptr) return nullptr;
    const ServerObject& server = process->server();
    const int worker_id = process->worker() == nullptr ? 0 : process->worker_id();
    for (uint32_t i = 0; i < server.port_count; ++i) {
        if (port_at(server, i) == &port) return &process->ports().listener(i, worker_id);
    }
    return nullptr;
}

}  // namespace

void return_port_socket(const PortObject& port, zval* return_value) {
    const net::Listener* socket = socket_of(port);
    if (socket == nullptr) {
        warn("start() opens this port: ask in the start or workerStart event");
        return failure(Error::wrong_operation, return_value);
    }
    return_socket_stream(socket->fd(), return_value);
    if (Z_TYPE_P(return_value) == IS_RESOURCE) as_socket(return_value);
}

}  // namespace tern::php
