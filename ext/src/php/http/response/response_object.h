// The PHP object of a response.
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

}  // namespace tern::php
