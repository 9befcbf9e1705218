// The PHP face of an exchange's answer.
#pragma once

#include "php/bridge/object.h"
#include "serve/exchange.h"

namespace tern::php {

class WebSocketPeer;

// What was longer than output_buffer_size.
enum class Refused : uint8_t { nothing, piece, whole };

struct ResponseObject {
    serve::Exchange* exchange;  // a reference; null: made by the program
    zend_string* reason;        // owned; null: the standard phrase
    int status;                 // 0: not set, 200
    bool ended;                 // by end(), redirect() or sendfile()
    bool detached;
    Refused refused;  // a piece of it: the answer cannot be completed any more; all of it: another one may be given
    WebSocketPeer* websocket;  // a reference, after upgrade(); else null
    zend_object std;

    static void release(ResponseObject& response);
};

enum class ResponseProperty : uint8_t { fd, socket, header, cookie, trailer };

// Sends a PING of HTTP/2 on its client's connection.
void ping_connection(zval* response, zval* return_value);

// Makes the object; it takes a reference on the exchange.
void make_response(serve::Exchange& exchange, zval* into);

// The head as the object has it. The views in it live until the object's arrays change.
http::ResponseHead compose_head(ResponseObject& response);
// The connection's side of an answer that can still be sent; null after remembering why not.
serve::Responder* sendable(ResponseObject& response);
// An answer that was never given: a handler that returned without end().
void end_by_itself(ResponseObject& response);
// Sends the answer with the object's status and fields; false when it could not be.
bool send_whole(ResponseObject& response, Slice body);
// end(): the whole answer, or the rest of a stream. `content` may be null.
bool end_response(ResponseObject& response, zend_string* content);
// Whoever waits in write() looks again. Runs that coroutine, to its next suspension.
void wake_writer(serve::Exchange& exchange) noexcept;
// An answer that is not the handler's: 500, 504. The text is the body, empty: the standard phrase. A streaming answer
// is broken off instead.
void send_failure(serve::Exchange& exchange, int status, Bytes text);

// The slot of a property; the array in a slot, ready to be written to.
zval* property(ResponseObject& response, ResponseProperty which);
HashTable* writable_array(zval* slot);
// False, after a warning, once the head is out.
bool can_still_change(ResponseObject& response);

// The fields of the object as views into its arrays, for composing a head: valid until the arrays change.
struct FieldList {
    const http::Field* fields;
    size_t count;
    bool closes;  // Connection: close is among them
};
FieldList collect_fields(ResponseObject& response);
FieldList collect_trailers(ResponseObject& response);
// Adds the names of those known by now to a head that was just composed (RFC 9110 6.6.2), unless it has a Trailer
// field.
void announce_trailers(ResponseObject& response, http::ResponseHead& head);

// Response::ping() where there is no WebSocket.
void ping_http2_client(zval* self, zval* return_value);

}  // namespace tern::php
