
#include "php/engine/error.h"
#include "php/http/port_host.h"
#include "php/http/request/request_owner.h"
#include "php/http/response/response.h"
#include "php/http/websocket/websocket_peer.h"

namespace tern::php {

Result<serve::WsSession*> upgrade_response(ResponseObject& response, bool receives) {
    serve::Exchange& exchange = *response.exchange;
    RequestOwner* owner = owner_of(exchange);
    if (owner == nullptr) return Error::operation_not_supported;
    const FieldList fields = collect_fields(response);
    Result<serve::WsSession*> session = owner->upgrade(exchange, {fields.fields, fields.count}, receives);
    const bool has_responded = session.ok() || session.error() == Error::websocket_handshake_failed;
    if (has_responded) response.ended = true;
    return session;
}

bool asks_for_websocket(const ResponseObject& response) noexcept {
    return response.exchange != nullptr && http::ws::asks_for_websocket(response.exchange->head);
}

bool upgrade_by_end(ResponseObject& response) {
    const Result<serve::WsSession*> session = upgrade_response(response, false);
    if (!session.ok()) remember(session.error());
    return session.ok();
}

bool close_websocket(ResponseObject& response, uint16_t code, Bytes reason) {
    PortHost* host = port_host();
    serve::WsSession* session =
        host == nullptr ? nullptr : host->context.websockets.find(response.websocket->session_id());
    const Error error = session == nullptr ? Error::websocket_unconnected : session->close(code, reason);
    if (error != Error::ok) remember(error);
    return error == Error::ok;
}

}  // namespace tern::php
