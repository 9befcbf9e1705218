// Coroutine\System: whole files.
#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "boundary/whole_file.h"
#include "coro/fd_wait.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/error.h"
#include "php/engine/memory.h"

namespace tern::php {

namespace {

// Larger files are read by a thread: copying them here would block all other coroutines.
constexpr size_t kReadInPlace = 1024 * 1024;
constexpr size_t kWriteInPlace = 256 * 1024;
constexpr size_t kSmall = 1024;  // on the stack
// A limit for devices, many of which never end.
constexpr size_t kMostOfDevice = 64 * 1024 * 1024;

// The published LOCK_EX and FILE_APPEND.
constexpr zend_long kLock = 2;
constexpr zend_long kAppend = 8;

// False after a ValueError or a failure. `kind` begins the text of the first.
bool allowed(const zend_string* path, const char* kind, zval* return_value) {
    if (ZSTR_LEN(path) == 0) {
        zend_value_error("%s cannot be empty", kind);
        return false;
    }
    if (php_check_open_basedir(ZSTR_VAL(path)) == 0) return true;
    failure(static_cast<Error>(EPERM), return_value);
    return false;
}

Error close_with(int fd, Error error) noexcept {
    ::close(fd);
    return error;
}

// --- reading

void read_by_thread(Runtime& runtime, int fd, size_t most, bool locked, zval* return_value) {
    (void)fcntl(fd, F_SETFL, 0);
    auto* job = new boundary::FileRead(Fd(fd), std::min(most, memory_left()), locked);
    Error error = coro::await_job(runtime.scheduler, runtime.offload, *job, coro::Deadline::never());
    if (error != Error::ok) return fail_wait(runtime, error, return_value);
    error = job->error();
    if (error == Error::ok && job->content().size() > memory_left()) error = Error::file_too_large;
    if (error == Error::ok) ZVAL_STRINGL_FAST(return_value, job->content().data(), job->content().size());
    delete job;
    if (error != Error::ok) failure(error, return_value);
}

// Reads a pipe or a terminal, which can be polled and needs no thread.
void read_special(Runtime& runtime, int fd, size_t most, zval* return_value) {
    GrowingString content{};
    Result<loop::Events> ready =
        coro::wait_ready(runtime.scheduler, fd, loop::kReadable, coro::Wait::event, coro::Deadline::never());
    if (!ready.ok() && number(ready.error()) == EPERM) return read_by_thread(runtime, fd, most, false, return_value);
    Error error = ready.ok() ? read_to_end(runtime, fd, content, most) : ready.error();
    ::close(fd);
    if (error == Error::ok) RETURN_STR(content.finish());
    content.free();
    fail_wait(runtime, error, return_value);
}

// False: not all of it is in memory.
bool read_in_place(int fd, size_t size, zval* return_value) {
    if (size == 0 || size > kReadInPlace || size > memory_left()) return false;
    zend_string* content = zend_string_alloc(size, false);
    const Result<size_t> got = boundary::read_in_memory(fd, ZSTR_VAL(content), size, 0);
    if (!got.ok() || got.value() != size) {
        zend_string_efree(content);
        return false;
    }
    ZSTR_VAL(content)[size] = '\0';
    RETVAL_STR(content);
    return true;
}

bool read_quickly(int fd, zval* return_value) {
    char content[kSmall];
    const size_t size = boundary::read_small(fd, content, sizeof content);
    if (size == 0) return false;
    ::close(fd);
    RETVAL_STRINGL_FAST(content, size);
    return true;
}

// Files of /proc report no size. An empty file is one that ends at once.
bool read_unsized(int fd, zval* return_value) {
    char content[kSmall];
    const Result<size_t> got = boundary::read_in_memory(fd, content, sizeof content, 0);
    if (!got.ok() || got.value() == sizeof content) return false;
    const Result<size_t> end = boundary::read_in_memory(fd, content + got.value(), 1, static_cast<off_t>(got.value()));
    if (!end.ok() || end.value() != 0) return false;
    RETVAL_STRINGL_FAST(content, got.value());
    return true;
}

void read_file(Runtime& runtime, const zend_string* path, bool locked, zval* return_value) {
    const int fd = ::open(ZSTR_VAL(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return failure(last_error(), return_value);
    if (!locked && read_quickly(fd, return_value)) return;
    struct stat file;
    if (fstat(fd, &file) != 0) return failure(close_with(fd, last_error()), return_value);
    if (S_ISDIR(file.st_mode)) return failure(close_with(fd, static_cast<Error>(EISDIR)), return_value);
    if (S_ISFIFO(file.st_mode)) return read_special(runtime, fd, SIZE_MAX, return_value);
    if (S_ISCHR(file.st_mode)) return read_special(runtime, fd, kMostOfDevice, return_value);
    if (locked && flock(fd, LOCK_SH | LOCK_NB) != 0) return read_by_thread(runtime, fd, SIZE_MAX, true, return_value);
    const auto size = static_cast<size_t>(file.st_size);
    if (size > memory_left()) return failure(close_with(fd, Error::file_too_large), return_value);
    const bool done = size == 0 ? read_unsized(fd, return_value) : read_in_place(fd, size, return_value);
    if (!done) return read_by_thread(runtime, fd, SIZE_MAX, locked, return_value);
    ::close(fd);
}

// --- writing

void write_by_thread(Runtime& runtime, const zend_string* path, int flags, Bytes content, bool locked,
                     zval* return_value) {
    auto* job = new boundary::FileWrite(view(path), flags, content, locked);
    Error error = coro::await_job(runtime.scheduler, runtime.offload, *job, coro::Deadline::never());
    if (error != Error::ok) return fail_wait(runtime, error, return_value);
    error = job->error();
    delete job;
    if (error != Error::ok) return failure(error, return_value);
    RETURN_LONG(static_cast<zend_long>(content.size()));
}

void write_special(Coroutines& coroutines, int fd, Bytes content, zval* return_value) {
    const Error error = write_to_end(coroutines, fd, content);
    ::close(fd);
    if (error != Error::ok) return fail_wait(coroutines, error, return_value);
    RETURN_LONG(static_cast<zend_long>(content.size()));
}

void write_file(Runtime& runtime, const zend_string* path, Bytes content, zend_long how, zval* return_value) {
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | ((how & kAppend) != 0 ? O_APPEND : 0);
    const bool locked = (how & kLock) != 0;
    if (content.size() > kWriteInPlace) return write_by_thread(runtime, path, flags, content, locked, return_value);
    const int fd = ::open(ZSTR_VAL(path), flags | O_NONBLOCK, 0666);
    // No process reads the pipe yet.
    if (fd < 0 && errno == ENXIO) return write_by_thread(runtime, path, flags, content, locked, return_value);
    if (fd < 0) return failure(last_error(), return_value);
    struct stat file;
    if (fstat(fd, &file) != 0) return failure(close_with(fd, last_error()), return_value);
    if (!S_ISREG(file.st_mode)) return write_special(runtime, fd, content, return_value);
    if (locked && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        ::close(fd);
        return write_by_thread(runtime, path, flags, content, true, return_value);
    }
    // It may have grown before this process got the lock.
    if (locked && fstat(fd, &file) != 0) return failure(close_with(fd, last_error()), return_value);
    const Error error = close_with(fd, boundary::replace_content(fd, content, file.st_size, (how & kAppend) != 0));
    if (error != Error::ok) return failure(error, return_value);
    RETURN_LONG(static_cast<zend_long>(content.size()));
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Coroutine_System, readFile) {
    zend_string* path;
    zend_long flag = 0;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(flag)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) RETURN_THROWS();
    if (allowed(path, "Filename", return_value)) read_file(*runtime, path, (flag & kLock) != 0, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, writeFile) {
    zend_string* path;
    zend_string* content;
    zend_long flags = 0;
    ZEND_PARSE_PARAMETERS_START(2, 3)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_STR(content)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(flags)
    ZEND_PARSE_PARAMETERS_END();
    Runtime* runtime = runtime_to_wait();
    if (runtime == nullptr) RETURN_THROWS();
    if (allowed(path, "Filename", return_value)) write_file(*runtime, path, view(content), flags, return_value);
}

ZEND_METHOD(Swoole_Coroutine_System, statvfs) {
    zend_string* path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    if (runtime_to_wait() == nullptr) RETURN_THROWS();
    if (!allowed(path, "Path", return_value)) return;
    struct statvfs about;
    if (statvfs(ZSTR_VAL(path), &about) != 0) return failure(tern::last_error(), return_value);
    array_init(return_value);
    add_assoc_long(return_value, "bsize", static_cast<zend_long>(about.f_bsize));
    add_assoc_long(return_value, "frsize", static_cast<zend_long>(about.f_frsize));
    add_assoc_long(return_value, "blocks", static_cast<zend_long>(about.f_blocks));
    add_assoc_long(return_value, "bfree", static_cast<zend_long>(about.f_bfree));
    add_assoc_long(return_value, "bavail", static_cast<zend_long>(about.f_bavail));
    add_assoc_long(return_value, "files", static_cast<zend_long>(about.f_files));
    add_assoc_long(return_value, "ffree", static_cast<zend_long>(about.f_ffree));
    add_assoc_long(return_value, "favail", static_cast<zend_long>(about.f_favail));
    add_assoc_long(return_value, "fsid", static_cast<zend_long>(about.f_fsid));
    add_assoc_long(return_value, "flag", static_cast<zend_long>(about.f_flag));
    add_assoc_long(return_value, "namemax", static_cast<zend_long>(about.f_namemax));
}
