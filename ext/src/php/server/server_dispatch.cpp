#include "php/server/server_dispatch.h"

#include <cstring>
#include <string>

#include "php/engine/compat/engine.h"
#include "php/engine/string_slice.h"
#include "php/http/port_host.h"
#include "php/server/server_events.h"
#include "proc/shared_state.h"

namespace tern::php {

namespace {

// The response of a port that serves WebSockets only. 426 would say it better, but 400 is what the API has published.
void ask_for_upgrade(serve::Exchange& exchange) {
    constexpr http::Field kFields[] = {
        {"Content-Type", "text/plain"}, {"Upgrade", "websocket"}, {"Connection", "Upgrade"}};
    http::ResponseHead head;
    head.status = 400;
    head.fields = kFields;
    head.field_count = exchange.head.version == http::Version::http2 ? 1 : std::size(kFields);
    (void)exchange.responder()->respond(exchange, head, Slice("This port speaks WebSocket.\n"));
}

WebSocketEvents websocket_events(ServerObject& server, uint32_t port) noexcept {
    return {&server.std, port_callback(server, port, PortEvent::open), port_callback(server, port, PortEvent::message),
            port_callback(server, port, PortEvent::handshake),
            port_callback(server, port, PortEvent::before_handshake_response)};
}

}  // namespace

ServerDispatch::ServerDispatch(PortHost& host, worker::RequestLimit& requests, ServerObject& server, uint32_t port,
                               const PortConfig& config) noexcept
    : HttpDispatch(host, config, *server.config, websocket_events(server, port)),
      requests_(requests),
      server_(server),
      port_(port),
      request_(port_callback(server, port, PortEvent::request)) {}

bool ServerDispatch::prepare() noexcept { return request_.prepare() && websockets_.prepare(); }

void ServerDispatch::on_request(serve::Exchange& exchange) {
    requests_.count();
    if (!websockets_.wants(exchange)) {
        request_.exists() ? start(exchange) : ask_for_upgrade(exchange);
    } else if (websockets_.is_quiet()) {
        (void)websockets_.upgrade(exchange, {}, false);
    } else {
        start(exchange);
    }
}

void ServerDispatch::call(serve::Exchange& exchange, zval* request, zval* response) {
    if (websockets_.wants(exchange)) return websockets_.handshake(exchange, request, response);
    zval arguments[2];
    ZVAL_COPY_VALUE(&arguments[0], request);
    ZVAL_COPY_VALUE(&arguments[1], response);
    request_.call(2, arguments);
}

void ServerDispatch::on_connect(int64_t session_id) {
    call_session_event(server_, port_, PortEvent::connect, session_id);
}

void ServerDispatch::before_close(int64_t session_id) noexcept {
    const bool calls =
        has_session_event(server_, port_, PortEvent::close) || has_session_event(server_, port_, PortEvent::disconnect);
    if (calls) port_host()->keep_closed(session_id);
}

// If there is a disconnect callback, close is only called for former WebSockets.
void ServerDispatch::on_close(int64_t session_id) {
    const bool was_websocket = websockets_.take_closed(session_id);
    const bool disconnects =
        websockets_.speaks() && !was_websocket && has_session_event(server_, port_, PortEvent::disconnect);
    call_session_event(server_, port_, disconnects ? PortEvent::disconnect : PortEvent::close, session_id);
}

namespace {

constexpr http::Field kFields[] = {{"Content-Type", "text/plain; charset=utf-8"}, {"Retry-After", "1"}};
// A page in a browser asks again.
constexpr http::Field kFieldsOfError[] = {
    {"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-store"}, {"Refresh", "2"}};

}  // namespace

void StandInDispatch::on_request(serve::Exchange& exchange) {
    const proc::StartFailure& failure = *host_.start_failure;
    const bool shows = PG(display_errors) == PHP_DISPLAY_ERRORS_STDOUT && failure.number.load() != 0;
    http::ResponseHead head;
    head.status = shows ? 500 : 503;
    head.fields = shows ? kFieldsOfError : kFields;
    head.field_count = shows ? std::size(kFieldsOfError) : std::size(kFields);
    std::string text = "Service Unavailable\n";
    if (shows) text = std::string(failure.text, strnlen(failure.text, sizeof failure.text)) + "\n";
    zend_string* body = zend_string_init(text.data(), text.size(), false);
    (void)exchange.responder()->respond(exchange, head, keep(body));
    zend_string_release(body);
}

}  // namespace tern::php
