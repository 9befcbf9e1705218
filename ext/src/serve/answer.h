// How a handler answers: what Responder does, with the body compressed where the port and the client want that
// (serve/compression.h). Only while the exchange has a responder.
#pragma once

#include "serve/exchange.h"

namespace tern::serve {

Error respond(Exchange& exchange, http::ResponseHead& head, Slice body);
Error start(Exchange& exchange, http::ResponseHead& head);
// What was written can be decoded by the client as soon as it arrives.
Error write(Exchange& exchange, Slice piece);
// The last piece, possibly empty; then comes Responder::finish(). False: the client has gone.
bool write_last(Exchange& exchange, Slice piece);

}  // namespace tern::serve
