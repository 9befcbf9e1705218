// What PHP keeps for the request beside Tables: shutdown functions, the last error, stream wrappers and filters that
// the program has registered, the default stream context, and SapiGlobals. Each context has its own. While the context
// runs, its RequestGlobals hold the outer ones.
#pragma once

#include "php/bridge/compat/engine.h"
#include "php/context/sapi_globals.h"

extern "C" {
#include <ext/standard/file.h>
}

namespace tern::php {

class RequestGlobals {
public:
    void exchange() noexcept;
    // Call them while these are the running ones.
    static void call_shutdown_functions();
    static void drop_shutdown_functions();
    static void end();

private:
    SapiGlobals sapi_;
    HashTable* shutdown_functions_ = nullptr;
    int last_error_type_ = 0;
    decltype(php_core_globals::last_error_lineno) last_error_line_ = 0;
    zend_string* last_error_message_ = nullptr;
    zend_string* last_error_file_ = nullptr;
    php_stream_context* stream_context_ = nullptr;
    HashTable* stream_wrappers_ = nullptr;
    HashTable* stream_filters_ = nullptr;
    HashTable* user_filters_ = nullptr;
    decltype(php_core_globals::http_globals) http_{};
};

}  // namespace tern::php
