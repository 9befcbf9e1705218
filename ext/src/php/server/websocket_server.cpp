#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/http/websocket/websocket_push.h"
#include "php/server/server_object.h"
#include "php/server/server_process.h"
#include "php/server/websocket_server_arginfo.h"

namespace tern::php {

void register_websocket_server(Classes& into) {
    into.websocket_server = register_class_Swoole_WebSocket_Server(into.http_server);
    into.websocket_server->create_object = into.http_server->create_object;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_WebSocket_Server, push) {
    zend_long fd;
    zend_object* frame = nullptr;
    FrameArguments arguments{nullptr, 1, kFlagFin};
    zval* flags = nullptr;
    ZEND_PARSE_PARAMETERS_START(2, 4)
    Z_PARAM_LONG(fd)
    Z_PARAM_OBJ_OF_CLASS_OR_STR(frame, classes.websocket_frame, arguments.data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(arguments.opcode)
    Z_PARAM_ZVAL(flags)
    ZEND_PARSE_PARAMETERS_END();
    if (!read_flags(flags, 4, arguments.flags)) RETURN_THROWS();
    ServerProcess* server = running(return_value);
    if (server == nullptr || !read_arguments(frame, arguments)) return;
    if (may_be_sent(arguments, return_value)) push_to_websocket(server, fd, arguments, return_value);
    release_arguments(arguments);
}

ZEND_METHOD(Swoole_WebSocket_Server, disconnect) {
    zend_long fd;
    zend_long code = tern::http::ws::kNormal;
    zend_string* reason = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_LONG(fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(code)
    Z_PARAM_STR(reason)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server != nullptr) disconnect_websocket(server, fd, code, reason, return_value);
}

ZEND_METHOD(Swoole_WebSocket_Server, ping) {
    zend_long fd;
    zend_string* data = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_LONG(fd)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    ServerProcess* server = running(return_value);
    if (server != nullptr) ping_websocket(server, fd, data, return_value);
}

ZEND_METHOD(Swoole_WebSocket_Server, isEstablished) {
    zend_long fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(fd)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(process() != nullptr && is_established(*process(), fd));
}
