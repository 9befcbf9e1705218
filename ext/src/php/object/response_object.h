// The PHP object of an answer.
#pragma once

#include "php/bridge/object.h"
#include "serve/exchange.h"

namespace tern::php {

class WebSocketPeer;

// The part that was refused, as it was longer than output_buffer_size.
enum class Refused : uint8_t { nothing, piece, whole };

struct ResponseObject {
    serve::Exchange* exchange;  // a reference; null: made by the program
    zend_string* reason;        // owned; null: the standard phrase
    int status;                 // 0: not set, 200
    bool ended;                 // by end(), redirect() or sendfile()
    bool detached;
    Refused refused;           // piece: the answer cannot be completed any more; whole: another answer may be given
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
// False, after a warning: the head was sent already.
bool can_still_change(ResponseObject& response);

}  // namespace tern::php
