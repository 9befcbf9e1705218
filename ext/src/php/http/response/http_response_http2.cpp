// The methods of Response for HTTP/2 connections.
#include "php/engine/error.h"
#include "php/http/port_host.h"
#include "php/http/response/response.h"
#include "serve/h2/h2_connection.h"

namespace {

using namespace tern;
using namespace tern::php;

// Null after setting the return value to false.
serve::H2Connection* connection_of(zval* self, zval* return_value) {
    ResponseObject* response = of<ResponseObject>(self);
    PortHost* host = port_host();
    serve::Connection* connection = host == nullptr || response->exchange == nullptr
                                        ? nullptr
                                        : host->find_connection(response->exchange->session_id);
    serve::H2Connection* http2 = serve::as_http2(connection);
    if (http2 != nullptr) return http2;
    failure(connection == nullptr ? Error::session_not_exist : Error::operation_not_supported, return_value);
    return nullptr;
}

}  // namespace

void tern::php::ping_connection(zval* response, zval* return_value) {
    const serve::Exchange* exchange = of<ResponseObject>(response)->exchange;
    if (exchange == nullptr || exchange->stream_id == 0) {
        warn("the request did not become a WebSocket: see upgrade()");
        return failure(Error::websocket_unconnected, return_value);
    }
    serve::H2Connection* connection = connection_of(response, return_value);
    if (connection == nullptr) return;
    if (Error error = connection->ping(); error != Error::ok) return failure(error, return_value);
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, goaway) {
    zend_long code = 0;
    zend_string* debug_data = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(code)
    Z_PARAM_STR(debug_data)
    ZEND_PARSE_PARAMETERS_END();
    if (code < 0 || code > UINT32_MAX) {
        zend_argument_value_error(1, "must be between 0 and %u", UINT32_MAX);
        RETURN_THROWS();
    }
    serve::H2Connection* connection = connection_of(ZEND_THIS, return_value);
    if (connection == nullptr) return;
    const Bytes text = debug_data == nullptr ? Bytes() : view(debug_data);
    if (Error error = connection->go_away(static_cast<uint32_t>(code), text); error != Error::ok) {
        return failure(error, return_value);
    }
    RETURN_TRUE;
}
