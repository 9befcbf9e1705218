// What internal classes of clients over a socket take: options, which are whole numbers, and truth values as 0 and 1;
// and timeouts.
#pragma once

#include <span>

#include "php/socket/coroutine_socket.h"

namespace tern::php {

struct ClientOption {
    const char* name;
    uint16_t offset;  // of an int64_t
    int64_t least;
    int64_t most;
};

// Parses the arguments of a constructor: a socket, and options, which go into `options`. Null after an exception.
SocketObject* parse_socket(zend_execute_data* execute_data, bool constructed, std::span<const ClientOption> known,
                           void* options);
// Parses the only argument, in seconds. False after an exception.
bool parse_timeout(zend_execute_data* execute_data, double* seconds);

}  // namespace tern::php
