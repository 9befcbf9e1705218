// The end of exceptions that nobody caught: the program's exception handler if it set one, else, in a server, a log
// record with the stack trace, and the process goes on; elsewhere PHP's fatal error, and the program ends. exit() and
// cancellation end a coroutine quietly; outside of servers exit() ends the program.
#pragma once

#include "php/runtime/process_runtime.h"

namespace tern::php {

// EG(exception) is set; afterwards it is not.
void report_uncaught();
// The same of a request, which ends nothing but itself wherever it is handled: as in a server. Takes the reference; the
// exception is not pending any more.
void log_uncaught(zend_object* exception);

// The same where no runtime is, as at the end of a program: gives what the process is to end with.
int end_code_with_pending();

// exit(), as a coroutine's own exception or as the engine's unwinding.
bool is_exit(const zend_object* exception) noexcept;
// Whether the running coroutine's cancellation with `exception_class` comes to its end here: as itself, or within what
// a library threw when its call failed of that.
bool is_cancellation(zend_object* exception, const zend_class_entry* exception_class);
// What the process would end with: the number given to exit(), 0 for a text, 255 for what is no exit().
int exit_code_of(zend_object* exception);

// After a call to PHP code: newer engines unwind from some fatal errors (the memory limit) with an exception of their
// own before they give up. This gives up at once: it does not return when there is one.
void bail_if_fatal();

void give_up_here(Runtime& all);

// After a call that may have run other coroutines, before any more PHP runs: gives up when that has. When the program
// is ending, throws what unwinds the caller.
inline void bail_if_given_up() {
    if (Runtime* all = runtime(); all != nullptr && (all->bailed || all->ending)) give_up_here(*all);
}

}  // namespace tern::php
