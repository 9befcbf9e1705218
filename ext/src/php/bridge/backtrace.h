// PHP stacks of coroutines that wait.
#pragma once

#include "php/bridge/fiber.h"

namespace tern::php {

// As debug_backtrace() called there, with the function that waits as its first frame.
void backtrace_of(const Fiber& fiber, int options, int limit, zval* into);
// "#0 file(line): function()", a line a frame; the caller releases it.
zend_string* backtrace_text(const Fiber& fiber, int options, int limit);

}  // namespace tern::php
