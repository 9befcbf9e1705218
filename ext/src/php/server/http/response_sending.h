// How a Response is sent: whole, in pieces, or not at all.
#pragma once

#include "php/object/response_object.h"

namespace tern::php {

// The connection's side of an answer that can still be sent; null after remembering why not.
serve::Responder* sendable(ResponseObject& response);

// Sends one piece, the head before it if need be.
bool send_piece(ResponseObject& response, Slice piece);

// Sends the answer with the object's status and fields; false when it could not be.
bool send_whole(ResponseObject& response, Slice body);

// end(): the whole answer, or the rest of a stream. `content` may be null.
bool end_response(ResponseObject& response, zend_string* content);

// An answer that was never given: a handler that returned without end().
void end_by_itself(ResponseObject& response);

// Whoever waits in write() looks again. Runs that coroutine, to its next suspension.
void wake_writer(serve::Exchange& exchange) noexcept;

// An answer that is not the handler's: 500, 504. The text is the body, empty: the standard phrase. A streaming answer
// is broken off instead.
void send_failure(serve::Exchange& exchange, int status, Bytes text);

}  // namespace tern::php
