#include "php/coroutine/hooks/async_streams.h"

#include <cstring>

#include "base/bytes.h"
#include "boundary/gate.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

namespace {

constexpr Bytes kScheme = "async.file://";

const php_stream_wrapper_ops& plain() noexcept { return *php_plain_files_wrapper.wops; }

// The path in a URL; a second path of rename() may have none.
const char* path_of(const char* url) noexcept {
    const bool has_scheme = strncasecmp(url, kScheme.data(), kScheme.size()) == 0;
    return has_scheme ? url + kScheme.size() : url;
}

// Its flock() suspends, whatever is hooked.
void note_file(php_stream& stream) {
    constexpr int kAsDescriptor = PHP_STREAM_AS_FD | PHP_STREAM_CAST_INTERNAL;
    int fd = -1;
    if (boundary::of_thread == nullptr) return;
    if (php_stream_cast(&stream, kAsDescriptor, reinterpret_cast<void**>(&fd), false) != SUCCESS || fd < 0) return;
    boundary::of_thread->async_files.add(fd);
}

php_stream* open(php_stream_wrapper*, const char* url, const char* mode, int options, zend_string** opened_path,
                 php_stream_context* context STREAMS_DC) {
    php_stream* stream = plain().stream_opener(&php_plain_files_wrapper, path_of(url), mode, options, opened_path,
                                               context STREAMS_REL_CC);
    if (stream != nullptr) note_file(*stream);
    return stream;
}

php_stream* open_folder(php_stream_wrapper*, const char* url, const char* mode, int options, zend_string** opened_path,
                        php_stream_context* context STREAMS_DC) {
    return plain().dir_opener(&php_plain_files_wrapper, path_of(url), mode, options, opened_path,
                              context STREAMS_REL_CC);
}

int stat_url(php_stream_wrapper*, const char* url, int flags, php_stream_statbuf* into, php_stream_context* context) {
    return plain().url_stat(&php_plain_files_wrapper, path_of(url), flags, into, context);
}

int remove(php_stream_wrapper*, const char* url, int options, php_stream_context* context) {
    return plain().unlink(&php_plain_files_wrapper, path_of(url), options, context);
}

int rename_to(php_stream_wrapper*, const char* from, const char* to, int options, php_stream_context* context) {
    return plain().rename(&php_plain_files_wrapper, path_of(from), path_of(to), options, context);
}

int make_folder(php_stream_wrapper*, const char* url, int mode, int options, php_stream_context* context) {
    return plain().stream_mkdir(&php_plain_files_wrapper, path_of(url), mode, options, context);
}

int remove_folder(php_stream_wrapper*, const char* url, int options, php_stream_context* context) {
    return plain().stream_rmdir(&php_plain_files_wrapper, path_of(url), options, context);
}

int change(php_stream_wrapper*, const char* url, int option, void* value, php_stream_context* context) {
    return plain().stream_metadata(&php_plain_files_wrapper, path_of(url), option, value, context);
}

const php_stream_wrapper_ops kOperations = {
    open, nullptr, nullptr, stat_url, open_folder, "async.file", remove, rename_to, make_folder, remove_folder, change,
};

php_stream_wrapper wrapper = {&kOperations, nullptr, 0};

php_stream* open_socket(const char*, size_t, const char* address, size_t length, const char* persistent_id, int options,
                        int flags, timeval* timeout, php_stream_context* context STREAMS_DC) {
    return php_stream_generic_socket_factory(ZEND_STRL("udg"), address, length, persistent_id, options, flags, timeout,
                                             context STREAMS_REL_CC);
}

}  // namespace

void register_async_streams() noexcept {
    (void)php_register_url_stream_wrapper("async.file", &wrapper);
    (void)php_stream_xport_register("async.udg", open_socket);
}

void unregister_async_streams() noexcept {
    (void)php_stream_xport_unregister("async.udg");
    (void)php_unregister_url_stream_wrapper("async.file");
}

}  // namespace tern::php
