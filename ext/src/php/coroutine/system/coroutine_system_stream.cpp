// Coroutine\System: fread(), fgets() and fwrite() of 2019. The stream does the work, with its buffers and filters;
// these functions wait until it would not block.
#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

#include "boundary/whole_file.h"
#include "coro/fd_wait.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/error.h"
#include "php/engine/memory.h"
#include "php/engine/state/stream_use.h"

namespace tern::php {

namespace {

constexpr size_t kChunk = 8192;
constexpr size_t kMostPerLine = 16 * 1024 * 1024;
// A writable pipe takes this many bytes at once.
constexpr size_t kWriteStep = 4096;

// Null: another coroutine has closed the stream while this one waited.
php_stream* stream_of(zval* given) {
    return static_cast<php_stream*>(
        zend_fetch_resource2(Z_RES_P(given), nullptr, php_file_le_stream(), php_file_le_pstream()));
}

// Throws if the argument is no open stream.
php_stream* open_stream(zval* given) {
    return static_cast<php_stream*>(
        zend_fetch_resource2_ex(given, "stream", php_file_le_stream(), php_file_le_pstream()));
}

// -1: it has no descriptor, or one that is always ready (a stream of the program, or in memory).
int descriptor_in(php_stream* stream) {
    int fd = -1;
    constexpr int kHow = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    return php_stream_cast(stream, kHow, reinterpret_cast<void**>(&fd), 0) == SUCCESS ? fd : -1;
}

bool is_file(int fd) noexcept {
    struct stat about;
    return fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

// Loads the next `size` bytes into the page cache, if they are not there.
Error prefetch(Runtime& runtime, int fd, off_t offset, size_t size) noexcept {
    char byte;
    const off_t last = offset + static_cast<off_t>(size) - 1;
    if (boundary::read_in_memory(fd, &byte, 1, offset).error() != Error::would_block &&
        boundary::read_in_memory(fd, &byte, 1, last).error() != Error::would_block) {
        return Error::ok;
    }
    Fd own(fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (!own.open()) return last_error();
    auto* job = new boundary::FilePrefetch(std::move(own), offset, size);
    const Error error = coro::await_job(runtime.scheduler, runtime.offload, *job, coro::Deadline::never());
    if (error == Error::ok) delete job;
    return error;
}

Error wait_if_pollable(Coroutines& coroutines, int fd, loop::Events wanted) noexcept {
    const Result<loop::Events> ready =
        coro::wait_ready(coroutines.scheduler, fd, wanted, coro::Wait::event, coro::Deadline::never());
    return !ready.ok() && number(ready.error()) == EPERM ? Error::ok : ready.error();
}

// Waits until the stream can be read without blocking.
Error wait_readable(Runtime& runtime, php_stream* stream, size_t size) {
    const int fd = stream->eof ? -1 : descriptor_in(stream);
    if (fd < 0) return Error::ok;
    return is_file(fd) ? prefetch(runtime, fd, lseek(fd, 0, SEEK_CUR), size)
                       : wait_if_pollable(runtime, fd, loop::kReadable);
}

// Calls code of PHP, which may wait.
template <class Call>
auto use(zval* given, Call call) {
    StreamUse* begun = begin_stream_use(given);
    const auto result = call();
    end_stream_uses(begun);
    return result;
}

size_t buffered_in(const php_stream* stream) noexcept {
    return static_cast<size_t>(stream->writepos - stream->readpos);
}

size_t rest_of_file(php_stream* stream) {
    php_stream_statbuf about;
    if (php_stream_stat(stream, &about) != 0 || !S_ISREG(about.sb.st_mode)) return kChunk;
    const zend_off_t at = php_stream_tell(stream);
    return about.sb.st_size > at ? static_cast<size_t>(about.sb.st_size - at) : 1;
}

// Fills the buffer until it has a line, the end, or more than the longest line.
Error fill_line(Runtime& runtime, zval* given) {
    for (;;) {
        php_stream* stream = stream_of(given);
        if (stream == nullptr) return Error::bad_descriptor;
        const size_t buffered = buffered_in(stream);
        if (stream->eof || buffered > kMostPerLine) return Error::ok;
        if (buffered > 0 && php_stream_locate_eol(stream, nullptr) != nullptr) return Error::ok;
        const Error error = wait_readable(runtime, stream, kChunk);
        if (error != Error::ok) return error;
        stream = stream_of(given);
        if (stream == nullptr) return Error::bad_descriptor;
        const size_t now = use(given, [&] {
            php_stream_fill_read_buffer(stream, buffered + stream->chunk_size);
            return buffered_in(stream);
        });
        if (now == buffered) return Error::ok;
    }
}

// Returns the number of bytes written.
size_t write_stream(Coroutines& coroutines, zval* given, Bytes content, Error* error) {
    size_t total = 0;
    while (total < content.size()) {
        php_stream* stream = stream_of(given);
        const int fd = stream == nullptr ? -1 : descriptor_in(stream);
        const bool pollable = fd >= 0 && !is_file(fd);
        *error = stream == nullptr ? Error::bad_descriptor
                 : pollable        ? wait_if_pollable(coroutines, fd, loop::kWritable)
                                   : Error::ok;
        stream = stream_of(given);
        if (*error == Error::ok && stream == nullptr) *error = Error::bad_descriptor;
        if (*error != Error::ok) break;
        size_t step = content.size() - total;
        if (pollable && step > kWriteStep) step = kWriteStep;
        const ssize_t written = use(given, [&] { return php_stream_write(stream, content.data() + total, step); });
        if (written <= 0) *error = written < 0 && errno != 0 ? last_error() : Error::broken_pipe;
        if (written <= 0) break;
        total += static_cast<size_t>(written);
    }
    return total;
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_System, fread) {
    zval* given;
    zend_long length = 0;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_RESOURCE(given)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(length)
    ZEND_PARSE_PARAMETERS_END();
    if (length < 0) {
        zend_argument_value_error(2, "must not be negative");
        RETURN_THROWS();
    }
    php_stream* stream = open_stream(given);
    if (stream == nullptr) RETURN_THROWS();
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) RETURN_THROWS();
    size_t size = length > 0 ? static_cast<size_t>(length) : rest_of_file(stream);
    if (size > memory_left()) return failure(tern::Error::file_too_large, return_value);
    const int fd = descriptor_in(stream);
    if (buffered_in(stream) > 0 && fd >= 0 && !is_file(fd)) {
        size = std::min(size, buffered_in(stream));  // more would wait
    } else {
        const tern::Error error = wait_readable(*runtime, stream, size);
        if (error != tern::Error::ok) return fail_wait(*runtime, error, return_value);
        stream = stream_of(given);
        if (stream == nullptr) return failure(tern::Error::bad_descriptor, return_value);
    }
    zend_string* text = use(given, [&] { return php_stream_read_to_str(stream, size); });
    if (text == nullptr) return failure(errno == 0 ? tern::Error::bad_descriptor : tern::last_error(), return_value);
    RETURN_STR(text);
}

ZEND_METHOD(Swoole_Coroutine_System, fgets) {
    zval* given;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_RESOURCE(given)
    ZEND_PARSE_PARAMETERS_END();
    if (open_stream(given) == nullptr) RETURN_THROWS();
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) RETURN_THROWS();
    const tern::Error error = fill_line(*runtime, given);
    if (error != tern::Error::ok) return fail_wait(*runtime, error, return_value);
    size_t size = 0;
    php_stream* stream = stream_of(given);
    if (stream == nullptr) return failure(tern::Error::bad_descriptor, return_value);
    char* line = use(given, [&] { return php_stream_get_line(stream, nullptr, 0, &size); });
    if (line == nullptr) RETURN_EMPTY_STRING();  // the end
    RETVAL_STRINGL(line, size);
    efree(line);
}

ZEND_METHOD(Swoole_Coroutine_System, fwrite) {
    zval* given;
    zend_string* data;
    zend_long length = 0;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_RESOURCE(given)
    Z_PARAM_STR(data)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(length)
    ZEND_PARSE_PARAMETERS_END();
    if (open_stream(given) == nullptr) RETURN_THROWS();
    Coroutines* coroutines = runtime_to_wait();
    if (coroutines == nullptr) RETURN_THROWS();
    tern::Bytes content = view(data);
    if (length > 0) content = content.substr(0, static_cast<size_t>(length));
    tern::Error error = tern::Error::ok;
    const size_t written = write_stream(*coroutines, given, content, &error);
    if (error == tern::Error::ok) RETURN_LONG(static_cast<zend_long>(written));
    fail_wait(*coroutines, error, return_value);
}
