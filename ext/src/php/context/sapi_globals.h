// What PHP's server interface (SAPI) and its output layer keep for a request: the data of the request, the head of the
// answer, whether that was sent, the state of the connection. Each context has its own. While the context runs, its
// SapiGlobals hold the outer ones.
#pragma once

#include "php/bridge/compat/engine.h"

extern "C" {
#include <main/SAPI.h>
}

namespace tern::php {

// The texts of request_info are allocated by emalloc().
class SapiGlobals {
public:
    // As of a program on the command line, which has no request.
    SapiGlobals() noexcept;
    void exchange() noexcept;
    // Call them while these are the running ones.
    static void clear_head();
    // When there is a request: ends its output buffers, and sends the head of its answer. If a callback of a buffer
    // fails, an exception is pending, and nothing more is sent than the head: call send_head() when it was reported.
    static void end_output();
    static void send_head();
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

    void* server_context_ = nullptr;
    sapi_request_info request_info_{};
    sapi_headers_struct headers_{};
    HeaderCallback callback_ = no_header_callback();
    decltype(sapi_globals_struct::read_post_bytes) read_post_bytes_ = -1;
    decltype(sapi_globals_struct::post_read) post_read_{};
    decltype(sapi_globals_struct::headers_sent) headers_sent_{};
    double request_time_ = 0;
    decltype(php_core_globals::connection_status) connection_status_ = PHP_CONNECTION_NORMAL;
    decltype(php_core_globals::ignore_user_abort) ignores_abort_;
    int output_flags_;
    decltype(zend_output_globals::output_start_filename) output_file_ = nullptr;
    int output_line_ = 0;
};

}  // namespace tern::php
