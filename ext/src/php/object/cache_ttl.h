// How long programs want the shared cache to keep something.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// A time to live in milliseconds, Cache::kNever without one, below 0 when it is over already. False after an exception.
bool read_ttl(zval* ttl, uint32_t argument, int64_t& ms);

}  // namespace tern::php
