// Writes the PHP stack to the log when a signal that means a bug ends this process (SIGSEGV, SIGBUS, SIGILL, SIGFPE,
// SIGABRT). Then the signal does what it does without a handler. A C stack overflow arrives as SIGSEGV.
#pragma once

namespace tern::php {

// Installs the handlers, in workers after the fork and in programs with coroutines. Handlers that something else has
// set, a sanitizer for example, stay.
void log_crashes() noexcept;

}  // namespace tern::php
