// The line of the application that the running code was called from: not in a package that is installed below a folder
// vendor, such as a framework or an ORM, and not in the library.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

struct ApplicationLine {
    zend_string* file = nullptr;  // of the running code; null: no PHP code runs
    uint32_t line = 0;
};

// The innermost one. If there is none, the innermost line of any PHP code.
ApplicationLine application_line() noexcept;

}  // namespace tern::php
