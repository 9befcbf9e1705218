// The file descriptor behind what programs call one: a number, a stream, a socket of ext/sockets, an object of ours.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// Below 0: there is none; with `argument` above 0 an exception was thrown, which names that argument. May run PHP code.
int descriptor_of(zval* value, uint32_t argument = 0);

}  // namespace tern::php
