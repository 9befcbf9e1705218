// A warning about an argument, for methods of the API that return false for a value that they do not allow. The text is
// that of a ValueError.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// swoole_last_error() is EINVAL afterwards. The caller returns false. May run PHP code: an error handler.
[[gnu::format(printf, 2, 3)]] void warn_argument(uint32_t number, const char* format, ...);

}  // namespace tern::php
