// PHP streams over sockets of ours.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// A stream over a duplicate, which closes that and nothing else; or false, with the error.
void return_socket_stream(int fd, zval* return_value);

}  // namespace tern::php
