// The response to a request that became a WebSocket.
#pragma once

#include "php/http/response/response_object.h"
#include "protocol/http/ws/frame.h"

namespace tern::php {

// Answers the request in any case. `receives`: messages wait for recv().
Result<serve::WsSession*> upgrade_response(ResponseObject& response, bool receives);
bool asks_for_websocket(const ResponseObject& response) noexcept;
// end() with status 101 after the handshake callback: messages go to the message callback.
bool upgrade_by_end(ResponseObject& response);
// Call it after upgrade(). False: it is closed already.
bool close_websocket(ResponseObject& response, uint16_t code, Bytes reason);

}  // namespace tern::php
