// What the parts of Tern\Internal\Client\Http2Connection share.
#pragma once

#include "client/http2_connection.h"
#include "php/engine/object.h"

namespace tern::php {

// The arguments of a request.
struct Http2Request {
    zend_string* method;
    zend_string* path;
    zend_string* authority;
    zend_string* scheme;
    HashTable* headers;  // null: none
    zend_string* cookie;
    zend_string* body;
    bool open;
    bool pieces;
};

// The memory of a request's fields that the program has not given as strings. It is freed by free(), or by the engine.
struct Http2FieldText {
    zval strings;  // an array, or undefined
    char length[24];

    void free() { zval_ptr_dtor(&strings); }
};

// Fills the list with the fields of a request: pseudo-header fields, then the others. Fields that HTTP/2 does not have
// are left out. The views are valid as long as the arguments and `text`. False after an exception.
bool fill_fields(http::h2::FieldList& list, const Http2Request& request, Http2FieldText& text);

// Fills a new Swoole\Http2\Response with what was not taken of a stream.
void fill_response(const client::Http2Stream& stream, zend_object* into);

}  // namespace tern::php
