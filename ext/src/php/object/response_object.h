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

// Makes the object; it takes a reference on the exchange.
void make_response(serve::Exchange& exchange, zval* into);

// The slot of a property; the array in a slot, ready to be written to.
zval* property(ResponseObject& response, ResponseProperty which);
HashTable* writable_array(zval* slot);
// False, after a warning, once the head is out.
bool can_still_change(ResponseObject& response);

}  // namespace tern::php
