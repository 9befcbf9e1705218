// The PHP object of a request. Its arrays are built when they are first read: until then the declared slots are UNDEF,
// so that the engine calls our handlers.
#pragma once

#include "php/engine/object.h"
#include "serve/exchange.h"
#include "serve/limits.h"

namespace tern::php {

// The options of Request::create(), and the options of a server that select the arrays to build.
struct RequestOptions {
    bool parse_post = true;
    bool parse_cookie = true;
    bool parse_files = true;
    bool nest_files_as_php = false;
    uint64_t upload_bytes = serve::Limits().upload_bytes;  // only for create()
};

class RequestParts;

struct RequestObject {
    serve::Exchange* exchange;  // a reference; null: the program made it without create()
    RequestParts* parts;        // for create(): the data that parse() has gathered; otherwise null
    uint32_t built;             // a bit for each declared property that must not be built any more
    bool parse_post;
    bool parse_cookie;
    bool parse_files;
    bool nest_files_as_php;
    zend_object std;

    static void release(RequestObject& request);
};

// Makes the object, which takes a reference to the exchange.
void make_request(serve::Exchange& exchange, const RequestOptions& options, zval* into);

// Drops the handler's reference. An object that nothing else refers to is kept for the next request.
void drop_request(zval* request);

// In the order of declaration.
enum class RequestProperty : uint8_t { fd, stream_id, header, server, cookie, get, files, post, tmpfiles };

// The arrays of a Request, built when they are first read.

// True: the array is made from a body of this type. Only such arrays need the body.
bool is_in_body(const serve::Exchange& exchange, RequestProperty which) noexcept;

// Builds one array in `into`; NULL if the request has no such data.
void build_request_array(RequestObject& request, RequestProperty which, zval* into);

}  // namespace tern::php
