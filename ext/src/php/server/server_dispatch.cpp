#include "php/server/server_dispatch.h"

#include <cstring>
#include <string>

#include "php/engine/compat/engine.h"
#include "php/engine/string_slice.h"
#include "php/http/port_host.h"
#include "php/server/server_events.h"
#include "proc/shared_state.h"
#include "serve/refusal.h"

namespace tern::php {

namespace {

HttpEvents events_of(ServerObject& server, uint32_t port, worker::RequestLimit& requests) noexcept {
    return {{&server.std, port_callback(server, port, PortEvent::open), port_callback(server, port, PortEvent::message),
             port_callback(server, port, PortEvent::handshake),
             port_callback(server, port, PortEvent::before_handshake_response)},
            port_callback(server, port, PortEvent::request),
            &requests};
}

}  // namespace

ServerDispatch::ServerDispatch(PortHost& host, worker::RequestLimit& requests, ServerObject& server, uint32_t port,
                               const PortConfig& config) noexcept
    : HttpDispatch(host, config, *server.config, events_of(server, port, requests)), server_(server), port_(port) {}

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

constexpr http::Field kFields[] = {{"Content-Type", "text/plain; charset=utf-8"}, serve::kRetryAfter};
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
