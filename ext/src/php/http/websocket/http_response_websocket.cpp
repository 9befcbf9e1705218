#include <cstring>
#include <utility>

#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/waiting.h"
#include "php/http/port_host.h"
#include "php/http/response/response.h"
#include "php/http/server_link.h"
#include "php/http/websocket/websocket_peer.h"
#include "php/http/websocket/websocket_push.h"

namespace tern::php {

namespace {

// Null after setting the return value to false: upgrade() was not called.
WebSocketPeer* peer_of(ResponseObject& response, zval* return_value) {
    if (response.websocket != nullptr && runtime() != nullptr) return response.websocket;
    warn("the request did not become a WebSocket: see upgrade()");
    failure(Error::websocket_unconnected, return_value);
    return nullptr;
}

bool can_upgrade(const ResponseObject& response) {
    const bool fresh = response.exchange != nullptr && !response.ended && !response.detached && runtime() != nullptr;
    if (fresh && response.exchange->state() == serve::ResponseState::none) return true;
    warn("the response has ended or was given up by detach()");
    remember(Error::wrong_operation);
    return false;
}

// Frameworks see by the field Upgrade that the response is a WebSocket's, and send nothing themselves.
void show_handshake(ResponseObject& response) {
    HashTable* fields = writable_array(property(response, ResponseProperty::header));
    for (const auto& [name, value] : {std::pair{"Upgrade", "websocket"}, std::pair{"Connection", "Upgrade"}}) {
        zval text;
        ZVAL_STRING(&text, value);
        zend_hash_str_update(fields, name, std::strlen(name), &text);
    }
}

void return_frame(int64_t fd, http::ws::Opcode opcode, Bytes payload, bool compressed, zval* return_value) {
    make_frame(return_value, fd, opcode, payload, true, compressed ? kFlagCompress : 0);
}

void drop_first(WebSocketPeer& peer) noexcept {
    if (PortHost* host = port_host()) peer.drop_first(host->context.websockets);
}

// Takes the next message, or waits for one.
void receive(WebSocketPeer& peer, coro::Deadline until, zval* return_value) {
    Coroutines& coroutines = *php::coroutines();
    coro::Wake wake = coro::Wake::resumed;
    for (;;) {
        if (const WebSocketPeer::Held* held = peer.first()) {
            return_frame(peer.session_id(), held->opcode, held->payload.view(), held->compressed, return_value);
            return drop_first(peer);
        }
        if (peer.is_closed()) RETURN_EMPTY_STRING();
        if (wake == coro::Wake::timed_out) return failure(Error::timed_out, return_value);
        if (!must_be_in_coroutine(&coroutines)) return;
        const serve::WsHandler::Message* message = peer.wait_for_message(coroutines.scheduler, until, wake);
        if (message != nullptr) {
            return return_frame(peer.session_id(), message->opcode, message->payload, message->compressed,
                                return_value);
        }
        if (!after_wait(coroutines, wake, return_value)) return;
    }
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Http_Response, upgrade) {
    ZEND_PARSE_PARAMETERS_NONE();
    ResponseObject* response = of<ResponseObject>(ZEND_THIS);
    if (!can_upgrade(*response)) RETURN_FALSE;
    const tern::Result<tern::serve::WsSession*> session = upgrade_response(*response, true);
    if (!session.ok()) return failure(session.error(), return_value);
    WebSocketPeer& peer = WebSocketPeer::of(*session.value());
    peer.receive();
    peer.retain();
    response->websocket = &peer;
    show_handshake(*response);
    ZVAL_LONG(OBJ_PROP_NUM(&response->std, 0), peer.session_id());
    if (Fiber* fiber = current_fiber(); fiber != nullptr) fiber->lift_time_limit();
    RETURN_TRUE;
}

ZEND_METHOD(Swoole_Http_Response, recv) {
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    WebSocketPeer* peer = peer_of(*of<ResponseObject>(ZEND_THIS), return_value);
    if (peer == nullptr) return;
    if (peer->receiver_id() != 0) {
        zend_throw_error(nullptr, "coroutine " ZEND_LONG_FMT " waits in recv() of this WebSocket already",
                         static_cast<zend_long>(peer->receiver_id()));
        RETURN_THROWS();
    }
    peer->retain();
    receive(*peer, deadline_in(timeout), return_value);
    peer->release();
}

ZEND_METHOD(Swoole_Http_Response, push) {
    zend_object* frame = nullptr;
    FrameArguments arguments{nullptr, 1, kFlagFin};
    zval* flags = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_OBJ_OF_CLASS_OR_STR(frame, classes.websocket_frame, arguments.data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(arguments.opcode)
    Z_PARAM_ZVAL(flags)
    ZEND_PARSE_PARAMETERS_END();
    if (!read_flags(flags, 3, arguments.flags)) RETURN_THROWS();
    const WebSocketPeer* peer = peer_of(*of<ResponseObject>(ZEND_THIS), return_value);
    if (peer == nullptr || !read_arguments(frame, arguments)) return;
    if (may_be_sent(arguments, return_value)) {
        push_to_websocket(server_link(), peer->session_id(), arguments, return_value);
    }
    release_arguments(arguments);
}

ZEND_METHOD(Swoole_Http_Response, disconnect) {
    zend_long code = tern::http::ws::kNormal;
    zend_string* reason = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(code)
    Z_PARAM_STR(reason)
    ZEND_PARSE_PARAMETERS_END();
    const WebSocketPeer* peer = peer_of(*of<ResponseObject>(ZEND_THIS), return_value);
    if (peer != nullptr) disconnect_websocket(server_link(), peer->session_id(), code, reason, return_value);
}

ZEND_METHOD(Swoole_Http_Response, ping) {
    zend_string* data = nullptr;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    if (of<ResponseObject>(ZEND_THIS)->websocket == nullptr) return ping_connection(ZEND_THIS, return_value);
    const WebSocketPeer* peer = peer_of(*of<ResponseObject>(ZEND_THIS), return_value);
    if (peer != nullptr) ping_websocket(server_link(), peer->session_id(), data, return_value);
}
