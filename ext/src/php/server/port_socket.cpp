#include "php/server/port_socket.h"

#include "php/bridge/error.h"
#include "php/bridge/socket_stream.h"
#include "php/server/server_process.h"

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

}  // namespace

void return_port_socket(const ServerObject& server, uint32_t port, zval* return_value) {
    ServerProcess* process = php::process();
    if (process == nullptr || &process->server() != &server) {
        warn("start() opens the ports: ask in the start or workerStart event");
        return failure(Error::wrong_operation, return_value);
    }
    const int worker_id = process->worker() == nullptr ? 0 : process->worker_id();
    return_socket_stream(process->ports().listener(port, worker_id).fd(), return_value);
    if (Z_TYPE_P(return_value) == IS_RESOURCE) as_socket(return_value);
}

}  // namespace tern::php
