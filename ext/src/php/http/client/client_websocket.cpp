// Tern\Internal\Client\WebSocketConnection.
#include "client/websocket_connection.h"
#include "php/engine/error.h"
#include "php/engine/registry.h"
#include "php/http/client/client_websocket_object.h"
#include "php/http/websocket/websocket_frame_object.h"
#include "php/socket/socket_user.h"
#include "php/http/client/client_websocket_arginfo.h"

namespace tern::php {

namespace {

namespace ws = http::ws;
using client::WebSocketConnection;

constexpr ClientOption kWebSocketOptions[] = {
    {"message_bytes", offsetof(WebSocketOptions, message_bytes), 1, INT64_MAX / 4},
    {"message_frames", offsetof(WebSocketOptions, message_frames), 1, 1 << 30},
    {"compression", offsetof(WebSocketOptions, compression), 0, 1},
    {"compression_level", offsetof(WebSocketOptions, compression_level), 1, 9},
    {"compression_context", offsetof(WebSocketOptions, compression_context), 0, 1},
    {"compression_min_length", offsetof(WebSocketOptions, compression_min_length), 0, INT64_MAX},
    {"window_bits", offsetof(WebSocketOptions, window_bits), ws::kLeastWindowBits, ws::kMostWindowBits},
    {"close_frame", offsetof(WebSocketOptions, close_frame), 0, 1},
    {"ping_frame", offsetof(WebSocketOptions, ping_frame), 0, 1},
    {"pong_frame", offsetof(WebSocketOptions, pong_frame), 0, 1},
};

// One call that may suspend. It keeps the object until finish().
struct WebSocketCall {
    WebSocketObject* self;
    WebSocketConnection* connection;
    SocketCall socket;

    // False: the return value is set, or an exception was thrown.
    bool begin(const zval* object, SocketWait wait, double timeout, zval* return_value);
    // For an error it sets the return value.
    void finish(Error error, zval* return_value);
};

bool WebSocketCall::begin(const zval* object, SocketWait wait, double timeout, zval* return_value) {
    self = websocket_object(object);
    if (self == nullptr) return false;
    connection = self->state->connection.get();
    if (connection != nullptr) return begin_call(socket, &self->std, self->socket, wait, timeout, return_value);
    fail_call(&self->std, Error::websocket_unconnected, nullptr, return_value);
    return false;
}

void WebSocketCall::finish(Error error, zval* return_value) {
    if (connection->close_code() != 0) {
        zval value;
        ZVAL_LONG(&value, connection->close_code());
        set(*self, WebSocketProperty::close_code, &value);
        ZVAL_STRINGL_FAST(&value, connection->close_reason().data(), connection->close_reason().size());
        set(*self, WebSocketProperty::close_reason, &value);
    }
    if (error != Error::ok) fail_call(socket, &self->std, error, connection->why(), return_value);
    finish_call(socket, &self->std);
}

void return_message(const WebSocketObject& self, const WebSocketConnection::Message& message, zval* return_value) {
    if (message.opcode == ws::Opcode::continuation) RETURN_EMPTY_STRING();
    zval of_socket;
    ZVAL_OBJ(&of_socket, self.socket);
    make_frame(return_value, socket_object(&of_socket)->socket->fd(), message.opcode, message.payload, true,
               message.compressed ? kFlagCompress : 0);
}

Error push(WebSocketCall& call, const FrameArguments& frame) {
    const Error error = call.connection->push(call.socket.waits, static_cast<ws::Opcode>(frame.opcode),
                                              view(frame.data), push_flags(frame.flags), call.socket.until);
    if (error == Error::websocket_bad_opcode) log_frame_order(frame);
    return error;
}

Error receive(WebSocketCall& call, zval* return_value) {
    const Result<WebSocketConnection::Message> message = call.connection->receive(call.socket.waits, call.socket.until);
    if (message.ok()) return_message(*call.self, message.value(), return_value);
    call.connection->release();
    return message.error();
}

HashTable* held_by_websocket(zend_object* object, zval** table, int* count) {
    return held_with_socket(object, of<WebSocketObject>(object)->socket, table, count);
}

}  // namespace

void register_client_websocket(Classes& into) {
    into.client_websocket = register_class_Tern_Internal_Client_WebSocketConnection();
    into.client_websocket->create_object = create_object<WebSocketObject>;
    handlers<WebSocketObject>()->get_gc = held_by_websocket;
}

WebSocketObject* websocket_object(const zval* object) {
    auto* self = of<WebSocketObject>(object);
    if (EXPECTED(self->state != nullptr)) return self;
    throw_not_constructed(self->std.ce);
    return nullptr;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, __construct) {
    auto* self = of<WebSocketObject>(ZEND_THIS);
    WebSocketOptions options;
    SocketObject* below = parse_socket(execute_data, self->state != nullptr, kWebSocketOptions, &options);
    if (below == nullptr) RETURN_THROWS();
    GC_ADDREF(&below->std);
    self->socket = &below->std;
    self->state = new WebSocketState{options, {}, nullptr};
}

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, pass) {
    bool close_frame;
    bool ping_frame;
    bool pong_frame;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_BOOL(close_frame)
    Z_PARAM_BOOL(ping_frame)
    Z_PARAM_BOOL(pong_frame)
    ZEND_PARSE_PARAMETERS_END();
    const WebSocketObject* self = websocket_object(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    WebSocketOptions& options = self->state->options;
    options.close_frame = close_frame;
    options.ping_frame = ping_frame;
    options.pong_frame = pong_frame;
    if (self->state->connection != nullptr) self->state->connection->pass(close_frame, ping_frame, pong_frame);
}

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, push) {
    FrameArguments frame{};
    double timeout;
    ZEND_PARSE_PARAMETERS_START(4, 4)
    Z_PARAM_STR(frame.data)
    Z_PARAM_LONG(frame.opcode)
    Z_PARAM_LONG(frame.flags)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    WebSocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::write, timeout, return_value)) return;
    Error error = is_opcode(frame.opcode) ? Error::ok : Error::websocket_bad_opcode;
    if (error == Error::ok && wrong_frame(frame) != nullptr) error = Error::invalid_params;
    if (error == Error::ok) error = push(call, frame);
    RETVAL_TRUE;
    call.finish(error, return_value);
}

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, receive) {
    double timeout;
    if (!parse_timeout(execute_data, &timeout)) RETURN_THROWS();
    WebSocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, timeout, return_value)) return;
    call.finish(receive(call, return_value), return_value);
}

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, close) {
    zend_long code;
    zend_string* reason;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(code)
    Z_PARAM_STR(reason)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    if (code < 0 || code > UINT16_MAX) code = 0;
    WebSocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::write, timeout, return_value)) return;
    const Error error =
        call.connection->close(call.socket.waits, static_cast<uint16_t>(code), view(reason), call.socket.until);
    RETVAL_TRUE;
    call.finish(error, return_value);
}
