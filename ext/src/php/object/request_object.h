// The PHP face of an exchange's request. Its arrays are built when they are read for the first time: until then the
// declared slots are UNDEF, so that the engine asks our handlers.
#pragma once

#include "php/bridge/object.h"
#include "php/object/request_options.h"
#include "serve/exchange.h"

namespace tern::php {

class RequestParts;

struct RequestObject {
    serve::Exchange* exchange;  // a reference; null: made by the program without create()
    RequestParts* parts;        // of create(): what parse() has gathered; else null
    uint32_t built;             // bit per declared property: not to be built (again)
    bool parse_post;
    bool parse_cookie;
    bool parse_files;
    zend_object std;

    static void release(RequestObject& request);
};

// Makes the object; it takes a reference on the exchange.
void make_request(serve::Exchange& exchange, const RequestOptions& options, zval* into);

// Order of declaration.
enum class RequestProperty : uint8_t { fd, stream_id, header, server, cookie, get, files, post, tmpfiles };

}  // namespace tern::php
