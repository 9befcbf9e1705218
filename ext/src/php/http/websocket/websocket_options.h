// Turns the options of set() into the WsOptions of a port.
#pragma once

#include "php/http/options/server_options.h"
#include "serve/ws/ws_options.h"

namespace tern::php {

serve::WsOptions websocket_options(const PortConfig& port, const ServerConfig& server);

}  // namespace tern::php
