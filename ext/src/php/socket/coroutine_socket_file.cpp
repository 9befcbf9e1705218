// Swoole\Coroutine\Socket: sending files.
#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>

#include "php/engine/error.h"
#include "php/socket/coroutine_socket.h"

namespace tern::php {

namespace {

constexpr size_t kMostPerAttempt = 1 << 20;

struct FilePart {
    int fd;
    off_t offset;
    size_t left;
};

// `length` 0: to the end. EINVAL: it is no regular file, or does not have that part.
Error open_part(const char* path, zend_long offset, zend_long length, FilePart* part) noexcept {
    struct stat about;
    Fd file(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.open() || fstat(file.get(), &about) < 0) return last_error();
    if (!S_ISREG(about.st_mode) || offset > about.st_size || length > about.st_size - offset) {
        return Error::invalid_argument;
    }
    *part = {file.release(), offset, static_cast<size_t>(length > 0 ? length : about.st_size - offset)};
    return Error::ok;
}

// ENODATA: the file has become shorter.
Error send_part(SocketCall& call, FilePart& part) {
    return call.repeat([&] {
        while (part.left > 0) {
            const size_t step = std::min(part.left, kMostPerAttempt);
            const Result<size_t> sent = call.socket->try_send_file(part.fd, &part.offset, step);
            if (!sent.ok()) return sent.error();
            if (sent.value() == 0) return Error{ENODATA};
            part.left -= sent.value();
        }
        return Error::ok;
    });
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;
using tern::Error;

ZEND_METHOD(Swoole_Coroutine_Socket, sendFile) {
    zend_string* path;
    zend_long offset = 0;
    zend_long length = 0;
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(offset)
    Z_PARAM_LONG(length)
    ZEND_PARSE_PARAMETERS_END();
    SocketObject* self = open_socket(ZEND_THIS, return_value);
    if (self == nullptr) return;
    if (offset < 0 || length < 0) {
        warn_argument(offset < 0 ? 2 : 3, "must not be negative");
        return failure(&self->std, Error::invalid_argument, return_value);
    }
    if (php_check_open_basedir(ZSTR_VAL(path)) != 0) return failure(&self->std, Error::not_permitted, return_value);
    SocketCall call;
    if (!call.begin(ZEND_THIS, SocketWait::write, 0, return_value)) return;
    FilePart part{-1, 0, 0};
    Error error = open_part(ZSTR_VAL(path), offset, length, &part);
    if (error == Error::ok) error = send_part(call, part);
    if (part.fd >= 0) ::close(part.fd);
    if (error == Error::ok) {
        answer(*call.self, error, return_value);
    } else {
        call.fail(error, return_value);
    }
    call.finish();
}
