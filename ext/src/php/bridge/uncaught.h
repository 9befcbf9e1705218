// The end of exceptions that nobody caught: the program's exception handler if it set one, else a log record with the
// stack trace. The process goes on either way.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// EG(exception) is set; afterwards it is not.
void report_uncaught();

// True when EG(exception) is exit(), or the engine's own way to unwind for it.
bool is_exit(const zend_object* exception) noexcept;

}  // namespace tern::php
