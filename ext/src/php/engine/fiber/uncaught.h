// Uncaught exceptions. The program's exception handler gets them if it has set one. Otherwise a server writes a log
// record with the stack trace and continues, and another program ends with PHP's fatal error. exit() and cancellation
// end a coroutine without a report. Outside of servers exit() ends the program.
#pragma once

#include "base/bytes.h"
#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// Reports EG(exception), which is set before and not afterwards.
void report_uncaught();
// Reports the exception of a request as a server does: it ends nothing but the request. Takes the reference. The
// exception is not pending any more.
void log_uncaught(zend_object* exception);

// Reports the pending exception where there is no runtime, as at the end of a program. Returns the exit code.
int end_code_with_pending();
// The same at the end of a request, where PHP calls no handler of exceptions any more.
int end_code_unhandled();

// Whether this is exit(), as the exception of a coroutine or as the engine's own unwinding.
bool is_exit(const zend_object* exception) noexcept;
// Whether the running coroutine was cancelled with `exception_class` and this is that exception, or one that a library
// threw because of it.
bool is_cancellation(zend_object* exception, const zend_class_entry* exception_class);
// The exit code of the process: the number given to exit(), 0 for a text, and 255 for other exceptions.
int exit_code_of(zend_object* exception);

// What decides whether the text of an uncaught exception is logged.
// Null: every one is. `wanted` is called with the whole message.
void filter_uncaught(bool (*wanted)(Bytes message)) noexcept;

}  // namespace tern::php
