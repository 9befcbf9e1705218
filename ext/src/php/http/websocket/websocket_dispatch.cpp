#include "php/http/websocket/websocket_dispatch.h"

#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_entry.h"
#include "php/engine/fiber/uncaught.h"
#include "php/engine/globals.h"
#include "php/http/options/port_options.h"
#include "php/http/port_host.h"
#include "php/http/response/response.h"
#include "php/http/websocket/websocket_frame_object.h"
#include "php/http/websocket/websocket_peer.h"

namespace tern::php {

namespace {

constexpr uint16_t kTryAgainLater = 1013;

bool is_failure(zend_object* exception) {
    return !is_exit(exception) && !is_cancellation(exception, classes.canceled_exception);
}

serve::WsOptions with_close_frames(serve::WsOptions options) {
    options.passes_close = true;
    return options;
}

}  // namespace

struct WebSocketDispatch::Arrival {
    WebSocketDispatch* self;
    int64_t session_id;
    const Message* message;
};

WebSocketDispatch::WebSocketDispatch(PortHost& host, const PortConfig& config, const ServerConfig& server,
                                     const WebSocketEvents& events) noexcept
    : host_(host),
      server_(events.server),
      open_(events.open),
      message_(events.message),
      handshake_(events.handshake),
      before_response_(events.before_response),
      options_(config.websocket),
      received_(with_close_frames(options_)),
      time_limit_ms_(server.max_request_execution_time_ms),
      in_coroutines_(server.enable_coroutine),
      speaks_(config.open_websocket_protocol),
      has_callbacks_(speaks_ && (message_.exists() || open_.exists() || handshake_.exists())) {}

bool WebSocketDispatch::prepare() noexcept {
    return open_.prepare() && message_.prepare() && handshake_.prepare() && before_response_.prepare();
}

serve::WsSession* WebSocketDispatch::find(int64_t session_id) noexcept {
    return host_.context.websockets.find(session_id);
}

void WebSocketDispatch::close(int64_t session_id, uint16_t code) noexcept {
    if (serve::WsSession* session = find(session_id)) (void)session->close(code, {});
}

Result<serve::WsSession*> WebSocketDispatch::upgrade(serve::Exchange& exchange, std::span<const http::Field> fields,
                                                     bool receives) {
    Result<serve::WsSession*> session = serve::upgrade(exchange, fields, *this, receives ? received_ : options_);
    if (session.ok()) exchange.session_id = session.value()->id();
    return session;
}

// --- the handshake

void WebSocketDispatch::handshake(serve::Exchange& exchange, zval* request, zval* response) {
    if (handshake_.exists()) {
        zval arguments[2];
        ZVAL_COPY_VALUE(&arguments[0], request);
        ZVAL_COPY_VALUE(&arguments[1], response);
        handshake_.call(2, arguments);
        const ResponseObject* object = of<ResponseObject>(response);
        const bool silent = EG(exception) == nullptr && !object->ended && !object->detached;
        if (silent) send_failure(exchange, 403, {});
        return;
    }
    if (accept(exchange, request, response) && open_.exists()) call_open(exchange, request);
}

bool WebSocketDispatch::accept(serve::Exchange& exchange, zval* request, zval* response) {
    if (before_response_.exists()) {
        zval arguments[3];
        ZVAL_OBJ(&arguments[0], server_);
        ZVAL_COPY_VALUE(&arguments[1], request);
        ZVAL_COPY_VALUE(&arguments[2], response);
        before_response_.call(3, arguments);
        if (EG(exception) != nullptr) return false;
    }
    ResponseObject& object = *of<ResponseObject>(response);
    if (object.ended || object.detached) return false;
    const FieldList fields = collect_fields(object);
    if (!upgrade(exchange, {fields.fields, fields.count}, false).ok()) return false;
    // A stream of HTTP/2 has a session id of its own, which the request does not know yet.
    ZVAL_LONG(OBJ_PROP_NUM(Z_OBJ_P(request), 0), exchange.session_id);
    return true;
}

void WebSocketDispatch::call_open(serve::Exchange& exchange, zval* request) {
    if (Fiber* fiber = current_fiber(); fiber != nullptr) fiber->lift_time_limit();
    zval arguments[2];
    ZVAL_OBJ(&arguments[0], server_);
    ZVAL_COPY_VALUE(&arguments[1], request);
    open_.call(2, arguments);
    if (EG(exception) != nullptr && is_failure(EG(exception))) close(exchange.session_id, http::ws::kInternalError);
}

// --- messages

void WebSocketDispatch::on_message(serve::WsSession& session, const Message& message) {
    Coroutines& coroutines = *php::coroutines();
    if (coroutines.bailed) return;
    auto* peer = static_cast<WebSocketPeer*>(session.owner);
    if (peer != nullptr && peer->receives()) return peer->take(coroutines, session, message);
    if (!message_.exists()) return;
    const int64_t id = session.id();
    const uint64_t bytes = message.payload.size();
    Arrival arrival{this, id, &message};
    session.begin(bytes);
    if (enter_for_request(coroutines, in_coroutines_, {run_message, nullptr, nullptr, true}, &arrival) !=
        Entry::refused)
        return;
    if (serve::WsSession* open = find(id)) open->done(bytes);
    close(id, kTryAgainLater);
}

void WebSocketDispatch::run_message(void* arrival) {
    const Arrival own = *static_cast<const Arrival*>(arrival);
    const shm::RunningEvent running(own.self->host_.context.counters);
    own.self->handle(own);
}

void WebSocketDispatch::handle(const Arrival& arrival) {
    Fiber* fiber = current_fiber();
    if (fiber != nullptr && time_limit_ms_ > 0) fiber->limit_time(time_limit_ms_);
    const uint32_t forks = TERN_G(forks);
    const Message& message = *arrival.message;
    const uint64_t bytes = message.payload.size();
    zval arguments[2];
    ZVAL_OBJ(&arguments[0], server_);
    make_frame(&arguments[1], arrival.session_id, message.opcode, message.payload, true,
               message.compressed ? kFlagCompress : 0);
    message_.call(2, arguments);
    if (TERN_G(forks) != forks) end_fork();  // the connection belongs to the parent
    const bool failed = EG(exception) != nullptr && is_failure(EG(exception));
    if (EG(exception) != nullptr) report_uncaught();
    drop_frame(&arguments[1]);
    guard::tidy();
    if (fiber != nullptr) fiber->lift_time_limit();
    if (failed) close(arrival.session_id, http::ws::kInternalError);
    if (serve::WsSession* session = find(arrival.session_id)) session->done(bytes);
}

void WebSocketDispatch::on_drained(serve::WsSession& session) {
    auto* peer = static_cast<WebSocketPeer*>(session.owner);
    if (peer != nullptr && !coroutines()->bailed) peer->drained(*runtime());
}

void WebSocketDispatch::on_closed(serve::WsSession& session, uint16_t, Bytes, bool) {
    closed_.insert(session.id());
    auto* peer = static_cast<WebSocketPeer*>(std::exchange(session.owner, nullptr));
    if (peer != nullptr) peer->closed(*runtime());
}

}  // namespace tern::php
