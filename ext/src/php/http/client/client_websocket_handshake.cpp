// Tern\Internal\Client\WebSocketConnection: the handshake.
#include <sys/random.h>

#include "php/coroutine/program/script.h"
#include "php/http/client/client_websocket_object.h"

namespace tern::php {

namespace {

void add_field(zval* into, Bytes name, Bytes value) {
    add_assoc_stringl_ex(into, name.data(), name.size(), value.data(), value.size());
}

bool make_key(WebSocketState& state) noexcept {
    std::array<unsigned char, 16> random;
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) return false;
    state.key = http::ws::make_key(random);
    return true;
}

void add_offer(const WebSocketState& state, zval* into) {
    if (state.options.compression == 0) return;
    auto* offer = new std::string(http::ws::deflate_offer(state.options.deflate()));
    add_field(into, "Sec-WebSocket-Extensions", *offer);
    delete offer;
}

// The fields of a response, as views into the array. The caller deletes it.
std::vector<http::Field>* fields_of(HashTable* headers) {
    auto* fields = new std::vector<http::Field>;
    zend_string* name;
    zval* value;
    zval* one;
    ZEND_HASH_FOREACH_STR_KEY_VAL(headers, name, value) {
        ZVAL_DEREF(value);
        if (name == nullptr) continue;
        if (Z_TYPE_P(value) == IS_STRING) fields->push_back({view(name), view(Z_STR_P(value))});
        if (Z_TYPE_P(value) != IS_ARRAY) continue;
        ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), one) {
            if (Z_TYPE_P(one) == IS_STRING) fields->push_back({view(name), view(Z_STR_P(one))});
        }
        ZEND_HASH_FOREACH_END();
    }
    ZEND_HASH_FOREACH_END();
    return fields;
}

http::ws::DeflateResponse check(const WebSocketState& state, HashTable* headers, Bytes subprotocols) {
    const http::ws::DeflatePolicy policy = state.options.deflate();
    const std::vector<http::Field>* fields = fields_of(headers);
    const http::ws::Offer offer{Bytes(state.key.data(), state.key.size()), subprotocols,
                                state.options.compression != 0 ? &policy : nullptr};
    const http::ws::DeflateResponse response = http::ws::check_response(*fields, offer);
    delete fields;
    return response;
}

client::WebSocketConnection::Codecs codecs_of_process(Runtime& runtime) {
    if (runtime.codecs == nullptr) runtime.codecs = std::make_shared<http::ws::CodecPool>();
    return runtime.codecs;
}

void begin(WebSocketObject& self, Runtime& runtime, const std::optional<http::ws::DeflateTerms>& terms) {
    zval of_socket;
    ZVAL_OBJ(&of_socket, self.socket);
    self.state->connection = std::make_unique<client::WebSocketConnection>(
        *socket_object(&of_socket)->socket, self.state->options.connection(), terms, codecs_of_process(runtime));
    zval compresses;
    ZVAL_BOOL(&compresses, terms.has_value());
    set(self, WebSocketProperty::compresses, &compresses);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, fields) {
    ZEND_PARSE_PARAMETERS_NONE();
    const WebSocketObject* self = websocket_object(ZEND_THIS);
    if (self == nullptr) RETURN_THROWS();
    if (!make_key(*self->state)) {
        zend_throw_error(nullptr, "There are no random bytes for a key");
        RETURN_THROWS();
    }
    array_init_size(return_value, 5);
    add_field(return_value, "Upgrade", "websocket");
    add_field(return_value, "Connection", "Upgrade");
    add_field(return_value, "Sec-WebSocket-Version", tern::http::ws::kVersion);
    add_field(return_value, "Sec-WebSocket-Key", tern::Bytes(self->state->key.data(), self->state->key.size()));
    add_offer(*self->state, return_value);
}

ZEND_METHOD(Tern_Internal_Client_WebSocketConnection, accept) {
    HashTable* headers;
    zend_string* subprotocols = ZSTR_EMPTY_ALLOC();
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_ARRAY_HT(headers)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(subprotocols)
    ZEND_PARSE_PARAMETERS_END();
    WebSocketObject* self = websocket_object(ZEND_THIS);
    Runtime* runtime = self == nullptr ? nullptr : need_runtime();
    if (runtime == nullptr) RETURN_THROWS();
    if (self->state->connection != nullptr || self->state->key[0] == 0) {
        return fail_call(&self->std, Error::wrong_operation, nullptr, return_value);
    }
    const tern::http::ws::DeflateResponse response = check(*self->state, headers, view(subprotocols));
    if (response.error != nullptr) {
        return fail_call(&self->std, Error::websocket_handshake_failed, response.error, return_value);
    }
    begin(*self, *runtime, response.terms);
    RETURN_TRUE;
}
