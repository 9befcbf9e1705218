// Directories without an argument, in each version of PHP.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// readdir() and others without a directory.
inline void deprecate_default_directory() {
#if PHP_VERSION_ID >= 80500
    php_error_docref(nullptr, E_DEPRECATED,
                     "Passing null is deprecated, instead the last opened directory stream should be provided");
#endif
}

}  // namespace tern::php
