// Threads that watch the thread of PHP, and set flags that it looks at.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// For loop::start_thread(): runs `kBody`, which finds the globals of the thread that calls this. With thread safety
// each thread of PHP has its own.
template <void* (*kBody)(void* argument)>
auto watch_thread() noexcept -> void* (*)(void* argument) {
#ifdef ZTS
    static void* globals;
    globals = TSRMLS_CACHE;
    return [](void* argument) -> void* {
        TSRMLS_CACHE = globals;
        return kBody(argument);
    };
#else
    return kBody;
#endif
}

}  // namespace tern::php
