// Where the log goes: to the log file. With the option print_backtrace_on_error, an error is followed by the PHP stack
// of what ran.
#pragma once

#include "base/log.h"

namespace tern::php {

LogSink& log_sink() noexcept;

}  // namespace tern::php
