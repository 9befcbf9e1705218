// Times to live in the shared cache, as programs write them.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// A time to live in milliseconds; Cache::kNever if there is none, negative if it is over. False after an exception.
bool read_ttl(zval* ttl, uint32_t argument, int64_t& ms);

}  // namespace tern::php
