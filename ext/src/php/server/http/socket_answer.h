// Answers that a program sends itself over a Coroutine\Socket, whose requests it has parsed with Request::parse().
#pragma once

#include "php/bridge/compat/engine.h"
#include "serve/exchange.h"

namespace tern::php {

// Makes an exchange that takes a reference to the socket and sends the answer with its sendAll(), as HTTP/1.1. Sending
// suspends as sendAll() does. Null after an Error: there are no coroutines here. The caller gets the reference.
serve::Exchange* make_socket_exchange(zend_object* socket);

}  // namespace tern::php
