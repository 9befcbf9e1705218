// Tern\Internal\Client\HttpConnection.
#include "php/engine/compat/engine.h"
#include "php/engine/registry.h"
#include "php/http/client/client_http_object.h"
#include "php/socket/socket_user.h"
#include "php/http/client/client_http_connection_arginfo.h"

namespace tern::php {

namespace {

struct HttpOptions {
    int64_t head_bytes = 64 * 1024;
    int64_t body_bytes = int64_t{2} << 30;
    int64_t decode = 1;
    int64_t lower_names = 1;
    int64_t leave_events = 0;
};

constexpr ClientOption kHttpOptions[] = {
    {"head_bytes", offsetof(HttpOptions, head_bytes), 1, 16 << 20},
    {"body_bytes", offsetof(HttpOptions, body_bytes), 1, INT64_MAX},
    {"decode", offsetof(HttpOptions, decode), 0, 1},
    {"lower_names", offsetof(HttpOptions, lower_names), 0, 1},
    {"leave_events", offsetof(HttpOptions, leave_events), 0, 1},
};

struct Head {
    zend_string* method;
    double timeout;
    bool upgrade = false;

    // False after an exception.
    bool parse(zend_execute_data* execute_data) {
        ZEND_PARSE_PARAMETERS_START(2, 3)
        Z_PARAM_STR(method)
        Z_PARAM_DOUBLE(timeout)
        Z_PARAM_OPTIONAL
        Z_PARAM_BOOL(upgrade)
        ZEND_PARSE_PARAMETERS_END_EX(return false);
        return true;
    }
    Error receive(HttpCall& call) const {
        const auto request = http::SentRequest::of(view(method), upgrade);
        const Error error = call.connection->receive_head(call.socket.waits, request, call.socket.until);
        if (error == Error::ok) take_head(*call.self);
        return error;
    }
};

HashTable* held_by_http(zend_object* object, zval** table, int* count) {
    return held_with_socket(object, of<HttpObject>(object)->socket, table, count);
}

}  // namespace

void register_client_http_connection(Classes& into) {
    into.client_http_connection = register_class_Tern_Internal_Client_HttpConnection();
    into.client_http_connection->create_object = create_object<HttpObject>;
    handlers<HttpObject>()->get_gc = held_by_http;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Internal_Client_HttpConnection, __construct) {
    auto* self = of<HttpObject>(ZEND_THIS);
    HttpOptions options;
    SocketObject* below = parse_socket(execute_data, self->connection != nullptr, kHttpOptions, &options);
    if (below == nullptr) RETURN_THROWS();
    self->connection = new tern::client::HttpConnection(
        *below->socket, {static_cast<uint32_t>(options.head_bytes), options.decode != 0});
    GC_ADDREF(&below->std);
    self->socket = &below->std;
    self->body_bytes = static_cast<size_t>(options.body_bytes);
    self->lower_names = options.lower_names != 0;
    self->leaves_events = options.leave_events != 0;
}

ZEND_METHOD(Tern_Internal_Client_HttpConnection, send) {
    zend_string* head;
    zend_string* body;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_STR(head)
    Z_PARAM_STR(body)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    HttpCall call;
    if (!call.begin(ZEND_THIS, SocketWait::write, timeout, return_value)) return;
    const Error error = call.connection->send(call.socket.waits, view(head), view(body), call.socket.until);
    RETVAL_TRUE;
    call.finish(error, call.connection->why(), return_value);
}

ZEND_METHOD(Tern_Internal_Client_HttpConnection, write) {
    zend_string* data;
    double timeout;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_STR(data)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    HttpCall call;
    if (!call.begin(ZEND_THIS, SocketWait::write, timeout, return_value)) return;
    const Error error = call.connection->write(call.socket.waits, view(data), call.socket.until);
    RETVAL_TRUE;
    call.finish(error, nullptr, return_value);
}

ZEND_METHOD(Tern_Internal_Client_HttpConnection, receiveHead) {
    Head wanted;
    if (!wanted.parse(execute_data)) RETURN_THROWS();
    HttpCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, wanted.timeout, return_value)) return;
    const Error error = wanted.receive(call);
    RETVAL_TRUE;
    call.finish(error, call.connection->why(), return_value);
}

ZEND_METHOD(Tern_Internal_Client_HttpConnection, receive) {
    Head wanted;
    if (!wanted.parse(execute_data)) RETURN_THROWS();
    HttpCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, wanted.timeout, return_value)) return;
    Error error = wanted.receive(call);
    const char* why = call.connection->why();
    if (error == Error::ok) error = receive_body(call, &why);
    RETVAL_TRUE;
    call.finish(error, why, return_value);
}

ZEND_METHOD(Tern_Internal_Client_HttpConnection, receivePiece) {
    double timeout;
    if (!parse_timeout(execute_data, &timeout)) RETURN_THROWS();
    HttpCall call;
    if (!call.begin(ZEND_THIS, SocketWait::read, timeout, return_value)) return;
    const tern::Result<tern::Bytes> piece = call.connection->receive_piece(call.socket.waits, call.socket.until);
    if (piece.ok()) {
        RETVAL_STRINGL_FAST(piece.value().data(), piece.value().size());
        if (call.connection->ended()) take_trailers(*call.self);
        call.connection->release_used();
    }
    call.finish(piece.error(), call.connection->why(), return_value);
}

ZEND_METHOD(Tern_Internal_Client_HttpConnection, isIdle) {
    ZEND_PARSE_PARAMETERS_NONE();
    const HttpObject* self = http_object(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    RETURN_BOOL(self->connection->is_idle());
}
