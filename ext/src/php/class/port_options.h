// From what set() was given to what a port in a worker needs.
#pragma once

#include "php/class/server.h"
#include "serve/port.h"

namespace tern::php {

serve::PortOptions port_options(const ServerObject& server, uint32_t index, serve::Balancer& balancer);

}  // namespace tern::php
