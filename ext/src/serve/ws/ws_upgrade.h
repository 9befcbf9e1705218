// Requests that become WebSockets (RFC 6455 4.2, RFC 8441 5).
#pragma once

#include <span>

#include "serve/exchange.h"
#include "serve/ws/ws_session.h"

namespace tern::serve {

// Checks the handshake and the Origin, chooses sub-protocol and compression, and turns the exchange into a WebSocket.
// Then its response is complete. No message arrives before the caller has returned to the loop. `fields` are added to
// the response, but Connection, Upgrade, Sec-WebSocket-Accept and -Extensions among them are ignored, and a
// Sec-WebSocket-Protocol replaces our choice. Errors:
//   websocket_handshake_failed   refused, with a response: 400, 403, 426 (with the versions that there are), 503
//   http_context_unavailable     the exchange has its response, or its client is gone
//   operation_not_supported      the connection cannot
Result<WsSession*> upgrade(Exchange& exchange, std::span<const http::Field> fields, WsHandler& handler,
                           const WsOptions& options);

}  // namespace tern::serve
