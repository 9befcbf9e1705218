// A file of PHP that handles a request as it would be run by PHP-FPM: in a fresh context, with the superglobals of the
// request. What it prints is the response.
#pragma once

#include "php/http/request/request_object.h"
#include "php/http/response/response.h"

namespace tern::php {

inline constexpr int kOk = 200;

class Context;

// What becomes $_SERVER of a script when code needs it: the environment, then what a web server has sent over FastCGI,
// the last one first, then PHP_SELF, then what `more` has and these have not. Without a web server the first one is
// all.
struct ServerVariables {
    HashTable* environment;
    bool is_over_fastcgi = false;
    HashTable* more = nullptr;
};

struct Script {
    RequestObject* request;
    ResponseObject* response;
    zend_string* file;  // null: none runs, and the response is the refusal
    ServerVariables server;
    HashTable* settings;  // of this request: values of ini settings by name
    const zval* on_head;  // is called outside of the context when the head is there; null: nothing is
    int64_t body_offset;  // of a request that was passed on: where the client's body begins; -1: it was not
    HashTable* admin_settings = nullptr;  // as `settings`, and the script cannot change them; null: there are none
    const zval* on_end = nullptr;  // is called outside of the context when the end of the response follows; null: not
    const struct Refusal* refusal = nullptr;
    bool passed_on() const noexcept { return body_offset >= 0; }
    uint64_t body_begin() const noexcept { return passed_on() ? static_cast<uint64_t>(body_offset) : 0; }
};

// What the web server's request gets instead of a script.
struct Refusal {
    int status;
    Bytes text;
    zend_string* message;  // for the log of the web server, if it takes such
    const char* level;     // for the log of a pool's master; null: it does not get the message
};

// Runs the file, shutdown functions and destructors, and ends the response. Suspends. Exceptions of the script do not
// leave it, but a cancellation or an end of the worker may be pending afterwards.
void run_script(const Script& script);

// page_figures() tells what the context has used until it was left last.
void note_figures(const Context& context) noexcept;

// True: the request has a body that has arrived, and a coroutine runs. Otherwise an exception is pending. May suspend.
bool can_run_script(RequestObject& request);

// Sends a message to the log of the web server, if the request came over FastCGI and takes such. False: it cannot be
// sent.
bool log_to_web_server(serve::Exchange& exchange, Bytes prefix, Bytes message);
// The request is one of a pool of php-fpm, whose master may want what a child of php-fpm logs.
bool is_of_pool(const serve::Exchange& exchange) noexcept;
// `level`: what the line begins with, as "NOTICE: ".
void log_to_master(const char* level, Bytes message);

// The session of a script, as far as PHP handles it before the script runs.
// When the script has its superglobals: session.auto_start.
void auto_start_session();

// The head that header(), http_response_code() and similar functions have made, as the head of a response.
// A status that the program has set is not changed. `replaces`: fields of the same name that the response has are.
void put_head(const sapi_headers_struct& head, ResponseObject& response, bool replaces);

// $_GET, $_POST, $_COOKIE, $_FILES, $_SERVER, $_ENV and $_REQUEST of a script, made by PHP's own code from the request,
// so php.ini's settings about them apply. A multipart form is the one that the server has parsed while it arrived.

// Fills those of the running context, which has a WebRequest. The body of the request must have arrived.
void fill_superglobals(const Script& script);

// For PHP: adds the variables of $_SERVER.
void add_server_variables(zval* variables);

}  // namespace tern::php
