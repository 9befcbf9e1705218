// PHP streams over our sockets.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Returns a stream over a duplicate of `fd`. Closing the stream closes only the duplicate. False with the error set.
void return_socket_stream(int fd, zval* return_value);

}  // namespace tern::php
