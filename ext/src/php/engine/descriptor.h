// Finds the file descriptor of a PHP value: a number, a stream, a socket of ext/sockets, or an object of ours.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Returns a number below 0 when the value has no descriptor. If `argument` is above 0, it has then thrown an exception
// that names that argument. May run PHP code.
int descriptor_of(zval* value, uint32_t argument = 0);

}  // namespace tern::php
