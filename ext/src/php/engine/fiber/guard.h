// One of the two ways to call PHP code: calls from outside of coroutines. Both ways catch exceptions and bailouts here.
#pragma once

#include "php/engine/compat/engine.h"

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

}  // namespace tern::php
