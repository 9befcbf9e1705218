// The end of exceptions that nobody caught: the program's exception handler if it set one, else a log record with the
// stack trace. The process goes on either way.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

// EG(exception) is set; afterwards it is not.
void report_uncaught();

// exit(), as a coroutine's own exception or as the engine's unwinding.
bool is_exit(const zend_object* exception) noexcept;

// After a call to PHP code: newer engines unwind from some fatal errors (the memory limit) with an exception of their own
// before they give up. This gives up at once: it does not return when there is one.
void bail_if_fatal();

}  // namespace tern::php
