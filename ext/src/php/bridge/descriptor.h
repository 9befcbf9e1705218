// The descriptor behind what programs give to functions that wait for events.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// A number, a stream, a Socket, or an object with a property fd, sock or pipe. It stays whose it was. -1: a TypeError
// or ValueError about the running function's argument was thrown.
int descriptor_of(zval* given, uint32_t argument);

}  // namespace tern::php
