// From what set() was given to what the WebSockets of a port are held to.
#pragma once

#include "php/options/server_options.h"
#include "serve/ws/ws_options.h"

namespace tern::php {

serve::WsOptions websocket_options(const PortConfig& port, const ServerConfig& server);

}  // namespace tern::php
