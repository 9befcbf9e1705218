// When this process dies of a signal that means a bug (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT), the log gets the PHP
// stack first; then the signal does what it always does. A C stack overflow arrives here as SIGSEGV.
#pragma once

namespace tern::php {

// After a bailout: says so if that was its cause.
void report_overflow() noexcept;

// In workers, after the fork, and in programs with coroutines. Handlers that something else has set, a sanitizer's,
// stay.
void log_crashes() noexcept;

}  // namespace tern::php
