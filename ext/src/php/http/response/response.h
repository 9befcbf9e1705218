// The PHP object of a response: its state, the fields of its head, and how it is sent.
#pragma once

#include "php/engine/object.h"
#include "serve/exchange.h"

namespace tern::php {

class WebSocketPeer;

// How the response is to end.
enum class Ending : uint8_t {
    usual,
    cut,      // a piece was longer than output_buffer_size: the response cannot be completed any more
    refused,  // a whole response was: another one may be given
    open,     // the program has set an empty Content-Length: it sends the rest of the body itself
};

struct ResponseObject {
    serve::Exchange* exchange;  // a reference; null: made by the program
    zend_string* reason;        // owned; null: the standard phrase
    int status;                 // 0: not set, 200
    bool ended;                 // by end(), redirect() or sendfile()
    bool detached;
    Ending ending;
    WebSocketPeer* websocket;  // a reference, after upgrade(); else null
    zend_object std;

    static void release(ResponseObject& response);
};

enum class ResponseProperty : uint8_t { fd, socket, header, cookie, trailer };

// Makes the object, which takes a reference to the exchange.
void make_response(serve::Exchange& exchange, zval* into);

// Drops the handler's reference. An object that nothing else refers to is kept for the next request, if it has ended.
void drop_response(zval* response);

// The slot of a property, and the array in a slot, ready to be changed.
zval* property(ResponseObject& response, ResponseProperty which);
HashTable* writable_array(zval* slot);
// False, without a warning, when the head was sent: frameworks set fields behind a stream or a WebSocket. Warns when
// the response has ended.
bool can_still_change(ResponseObject& response);

// --- The head, in the form that the protocol needs

// The fields of the object as views into its arrays. Valid until the arrays change.
struct FieldList {
    const http::Field* fields;
    size_t count;
    bool closes;  // Connection: close is among them
};

// "content-type" as "Content-Type". The second one returns `name` itself with one more reference if it looks so
// already.
zend_string* format_field_name(Bytes name);
zend_string* format_field_name(zend_string* name);

FieldList collect_fields(ResponseObject& response);
FieldList collect_trailers(ResponseObject& response);

// Adds the names of the known trailers to a head that was just composed (RFC 9110 6.6.2), unless it has a Trailer
// field.
void announce_trailers(ResponseObject& response, http::ResponseHead& head);

// Composes the head of the object. Its views are valid until the object's arrays change.
http::ResponseHead compose_head(ResponseObject& response);
// Removes a Content-Encoding without a value, by which a program asks for no compression.
void drop_empty_coding(http::ResponseHead& head);

// --- Sending: whole, in pieces, or as an error

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
