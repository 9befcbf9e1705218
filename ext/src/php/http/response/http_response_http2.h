// The methods of Response for HTTP/2 connections.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Sends a PING on the client's HTTP/2 connection.
void ping_connection(zval* response, zval* return_value);

}  // namespace tern::php
