// A file of PHP that answers a request as it would be run by PHP-FPM: in a fresh context, with the superglobals of the
// request. What it prints is the answer.
#pragma once

#include "php/http/request/request_object.h"
#include "php/http/response/response_object.h"

namespace tern::php {

struct Script {
    RequestObject* request;
    ResponseObject* response;
    zend_string* file;
    HashTable* server;    // $_SERVER
    HashTable* settings;  // of this request: values of ini settings by name
    const zval* on_head;  // is called outside of the context when the head is there; null: nothing is
    int64_t body_offset;  // of a request that was passed on: where the client's body begins; -1: it was not
    bool passed_on() const noexcept { return body_offset >= 0; }
    uint64_t body_begin() const noexcept { return passed_on() ? static_cast<uint64_t>(body_offset) : 0; }
};

// Runs the file, shutdown functions and destructors, and ends the answer. Suspends. Exceptions of the script do not
// leave it, but a cancellation or an end of the worker may be pending afterwards.
void run_script(const Script& script);

}  // namespace tern::php
