// The functions by which a handler answers. They call Responder, and compress the body where the port and the client
// want that (serve/compression.h). Call them only while the exchange has a responder.
#pragma once

#include "serve/exchange.h"

namespace tern::serve {

Error respond(Exchange& exchange, http::ResponseHead& head, Slice body);
Error start(Exchange& exchange, http::ResponseHead& head);
// The client can decode the written bytes as soon as they arrive.
Error write(Exchange& exchange, Slice piece);
// Writes the last piece, which may be empty; Responder::finish() must follow. False: the client has gone.
bool write_last(Exchange& exchange, Slice piece);

}  // namespace tern::serve
