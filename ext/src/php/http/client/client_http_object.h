// What the methods of Tern\Internal\Client\HttpConnection share.
#pragma once

#include <span>

#include "client/http_connection.h"
#include "php/engine/compat/engine.h"
#include "php/socket/socket_user.h"
#include "protocol/http/head.h"

namespace tern::php {

struct HttpObject {
    client::HttpConnection* connection;  // owned; null before the constructor
    zend_object* socket;                 // a reference
    size_t body_bytes;
    bool lower_names;
    bool leaves_events;  // the option leave_events
    bool left;           // the property
    zend_object std;

    static void release(HttpObject& self) {
        delete self.connection;
        if (self.socket != nullptr) OBJ_RELEASE(self.socket);
    }
};

// In the order of the stub.
enum class HttpProperty : uint8_t {
    error_code,
    error_message,
    status,
    reason,
    headers,
    set_cookies,
    trailers,
    body,
    begun,
    reusable,
    bodyless,
    left,
};

// Null after an Error: the constructor was not called.
HttpObject* http_object(const zval* object);

// One call that may suspend. It keeps the object until finish().
struct HttpCall {
    HttpObject* self;
    client::HttpConnection* connection;
    SocketCall socket;

    // False: the return value is set, or an exception was thrown.
    bool begin(const zval* object, SocketWait wait, double timeout, zval* return_value);
    // Sets the properties that any call may change, and for an error the return value.
    void finish(Error error, const char* why, zval* return_value);
};

// After receive_head(): sets the properties, and frees the head.
void take_head(HttpObject& self);
// At the end of the body.
void take_trailers(HttpObject& self);
// Reads the body into the property. `why` is the reason of an error, if there is one.
Error receive_body(HttpCall& call, const char** why);

// Fields of a response as PHP arrays.
// Values by name, in order. Several fields of one name become a list.
void build_fields(std::span<const http::Field> fields, bool lower_names, zval* into);
// The values of Set-Cookie.
void build_set_cookies(std::span<const http::Field> fields, zval* into);

}  // namespace tern::php
