// What PHP keeps for the request beside Tables: EngineFields, what stat() knows of the last file, and the default
// directory. Each context has its own. While the context runs, its RequestGlobals hold the outer ones.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/compat/engine_fields.h"

extern "C" {
#include <main/SAPI.h>
}

namespace tern::php {

// Of the file that a function asked for last, as stat() told it.
class FileStatus {
public:
    void exchange() noexcept {
        if (file_ != nullptr || BG(CurrentStatFile) != nullptr) std::swap(of_file_, BG(ssb));
        if (link_ != nullptr || BG(CurrentLStatFile) != nullptr) std::swap(of_link_, BG(lssb));
        std::swap(file_, BG(CurrentStatFile));
        std::swap(link_, BG(CurrentLStatFile));
    }

private:
    zend_string* file_ = nullptr;
    zend_string* link_ = nullptr;
    php_stream_statbuf of_file_;
    php_stream_statbuf of_link_;
};

class RequestGlobals {
public:
    void exchange() noexcept;
    // Call them while these are the running ones.
    static void note_end() noexcept;
    // From now on a stream is closed only as a resource, as others that have its address may be gone.
    static void note_end_of_resources() noexcept;
    static void call_shutdown_functions();
    static void drop_shutdown_functions();
    // Call them before resources are closed: they are such.
    static void drop_stream_context();
    static void drop_directory();
    // When all resources were closed: the context has gone with its own.
    static void forget_stream_context() noexcept;
    static void end();

private:
    EngineFields fields_;
    FileStatus status_;
    zend_resource* directory_ = nullptr;
};

// The end of what PHP's server interface (SAPI) and its output layer keep for the running request: its data, the head
// of the response, output buffers. EngineFields exchanges them.
// The texts of request_info are allocated by emalloc().
class SapiGlobals {
public:
    static void clear_head();
    // When there is a request: ends its output buffers, and sends the head of its response. If a callback of a buffer
    // fails, an exception is pending, and nothing more is sent than the head: call send_head() when it was reported.
    static void end_output();
    static void send_head();
    // Before end_output(): no callback of the code runs any more, and nothing is sent.
    static void abort_output() noexcept;
    // The code has failed: fastcgi.error_header, if there is one, becomes a line of the head, as with php-fpm.
    static void put_error_head();
    // Whether a callback has failed: what it was to change must not be sent.
    static bool drops_output() noexcept { return (OG(flags) & kEnds) != 0 && EG(exception) != nullptr; }
    // Call it when a fatal error ends the code, which may be an output callback. The engine would send what that was to
    // change when it just returns.
    static void drop_input_of_callback() noexcept {
        if (OG(running) != nullptr) OG(running)->buffer.used = 0;
    }
    static void end();

private:
    static constexpr int kEnds = 1 << 29;  // in OG(flags), of which PHP does not use it
};

// The filter extension keeps the variables of "the request" for filter_input() and similar functions, where no other
// code can reach them. So several scripts in one process would get each other's. Here it has them only while a function
// of its own runs, from the superglobals of the running context.

// Without the extension they do nothing.
void fill_filter_storage();
// Call it before PHP reads the variables of a script, and the other function afterwards: filter.default changes them,
// and filter_input() begins with what they were.
void begin_raw_variables();
void end_raw_variables();
// False: filter.default changes nothing.
bool has_raw_variables() noexcept;
void clear_filter_storage();

}  // namespace tern::php
