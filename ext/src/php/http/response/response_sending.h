// Sends a Response: whole, in pieces, or as an error.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/http/response/response_object.h"

namespace tern::php {

// The connection's side of a response that can still be sent; null: the error is set.
serve::Responder* sendable(ResponseObject& response);

// Sends one piece, after the head if that is not sent yet.
bool send_piece(ResponseObject& response, Slice piece);

// Sends the response with the object's status and fields. False: it could not be sent.
bool send_whole(ResponseObject& response, Slice body);

// For end(): sends the whole response, or the rest of a stream. `content` may be null.
bool end_response(ResponseObject& response, zend_string* content);

// Ends a response whose handler returned without end().
void end_by_itself(ResponseObject& response);

// Blocks the process until the client has received enough, for a caller that cannot be suspended. False: the error is
// set.
bool block_for_client(serve::Exchange& exchange);

// Waits until the client has received enough. False: it has gone, or the wait was cancelled: `return_value` is false,
// or an exception was thrown. The caller has a reference to the exchange, and no other coroutine waits here for it.
bool wait_for_client(serve::Exchange& exchange, zval* return_value);

// Wakes the coroutine that waits in write(), which runs until its next suspension.
void wake_writer(serve::Exchange& exchange) noexcept;

// Sends a response of the server: 500 or 504. The text is the body; empty: the standard phrase. A response that is
// already streaming is aborted instead.
void send_failure(serve::Exchange& exchange, int status, Bytes text);

// Sends a PING on the client's HTTP/2 connection.
void ping_connection(zval* response, zval* return_value);

// The option http_html_snippet: text that is added to whole HTML documents, for developers' tools.

// True: the option is set.
bool has_html_snippet() noexcept;

// Like end_response(), with the snippet after the content if that is a document.
bool end_with_snippet(ResponseObject& response, zend_string* content);

}  // namespace tern::php
