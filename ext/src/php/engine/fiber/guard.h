// One of the two ways to call PHP code: calls from outside of coroutines. Both ways catch exceptions and bailouts here.
#pragma once

#include "php/engine/compat/engine.h"
#include "php/engine/fiber/coroutines.h"

namespace tern::php {

enum class Outcome : uint8_t { ok, threw, bailed };

namespace guard {

// Calls `callable` outside of any coroutine and drops the result. An exception is reported and gone afterwards, and
// output buffers that the call left open are flushed. After `bailed` no more PHP may run in this process.
Outcome call(const zval* callable, uint32_t count, zval* arguments) noexcept;

// Runs a function that does Zend work, with the same promises.
Outcome run(void (*body)(void* argument), void* argument) noexcept;

// Reports a pending exception and flushes the output buffers above `level`, for bodies that have to do that before they
// end. Runs PHP code. True when there was an exception.
bool tidy(int level = 0);

// Ends a forked process at the end of the code that forked it. The rest of the program is the parent's
// (coroutine/program/forked).
[[noreturn]] void end_fork() noexcept;

}  // namespace guard

// The end of a coroutine that has used up its C stack. The signal handler that detects this (coroutine/report/crash)
// cannot report it: it only notes the place and bails out. The report follows on another stack.
// After a bailout: reports a stack that was used up, if that was its cause.
void report_overflow() noexcept;

// Leaving code that must not continue: after a fatal error, or while the program ends.

// Whether the pending exception is the one with which the engine unwinds from a fatal error.
bool unwinds_from_fatal() noexcept;

// Call it after PHP code was called. Newer engines unwind from some fatal errors (the memory limit) with an exception
// of their own before they bail out. This bails out at once: it does not return when there is such an exception.
void bail_if_fatal();
void leave_running_code(Coroutines& coroutines);

// Call it after a call that may have run other coroutines, before any more PHP runs. It bails out when one of them has
// bailed out. While the program ends, it throws an exception that unwinds the caller.
inline void bail_if_ended() {
    Coroutines* coroutines = php::coroutines();
    if (coroutines != nullptr && (coroutines->bailed || coroutines->script.ending)) leave_running_code(*coroutines);
}

}  // namespace tern::php
