// What stream functions keep of their errors until their call has ended, and how a stream is freed.
#pragma once

#include <ext/standard/file.h>

#include "php/engine/compat/engine.h"

namespace tern::php {

#if PHP_VERSION_ID >= 80600
inline HashTable*& wrapper_errors() noexcept { return FG(wrapper_logged_errors); }
// Those that stream_last_errors() returns.
inline void drop_stored_stream_errors() noexcept {
    if (FG(stream_error_state).stored_errors != nullptr) php_stream_error_clear_stored();
}
inline constexpr const char* kStreamFree = "php_stream_free";
inline int engines_stream_free(php_stream* stream, int options) { return php_stream_free(stream, options); }
#else
inline HashTable*& wrapper_errors() noexcept { return FG(wrapper_errors); }
inline void drop_stored_stream_errors() noexcept {}
inline constexpr const char* kStreamFree = "_php_stream_free";
inline int engines_stream_free(php_stream* stream, int options) { return _php_stream_free(stream, options); }
#endif

}  // namespace tern::php
