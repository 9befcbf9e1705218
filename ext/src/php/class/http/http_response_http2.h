// What a Response says to the connection of a client of HTTP/2.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// Sends a PING of HTTP/2 on its client's connection.
void ping_connection(zval* response, zval* return_value);

}  // namespace tern::php
