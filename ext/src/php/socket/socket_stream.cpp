#include "php/socket/socket_stream.h"

#include <fcntl.h>
#include <php_network.h>
#include <unistd.h>

#include "php/engine/error.h"

namespace tern::php {

void return_socket_stream(int fd, zval* return_value) {
    const int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (own < 0) return failure(last_error(), return_value);
    php_stream* stream = php_stream_sock_open_from_socket(own, nullptr);
    if (stream == nullptr) {
        ::close(own);
        return failure(Error::system_call_fail, return_value);
    }
    php_stream_to_zval(stream, return_value);
}

}  // namespace tern::php
