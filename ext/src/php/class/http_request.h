// The PHP face of an exchange's request. Its arrays are built when they are read for the first time: until then the
// declared slots are UNDEF, so that the engine asks our handlers.
#pragma once

#include "php/bridge/object.h"
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

struct RequestOptions {
    bool parse_post = true;
    bool parse_cookie = true;
    bool parse_files = true;
    uint64_t upload_bytes = serve::Limits().upload_bytes;  // only for create()
};

// Makes the object; it takes a reference on the exchange.
void make_request(serve::Exchange& exchange, const RequestOptions& options, zval* into);

// Finds a property that is built on demand, builds it. No-op for others.
void build_property(zend_object* object, const zend_string* name);
void build_all(zend_object* object);

// Order of declaration.
enum class RequestProperty : uint8_t { fd, stream_id, header, server, cookie, get, files, post, tmpfiles };

// Whether it is made from a body of this type; others need not be waited for.
bool is_in_body(const serve::Exchange& exchange, RequestProperty which) noexcept;

// Builds one array into `into`, NULL when the request has none of it.
void build_request_array(RequestObject& request, RequestProperty which, zval* into);

}  // namespace tern::php
