// What functions that wait share: whether they may, for how long, and the end of a wait as PHP programs see it.
#pragma once

#include "php/runtime/process_runtime.h"

namespace tern::php {

// Throws, and is false, outside of coroutines and where the engine does something that others must not see half done.
bool must_be_in_coroutine(Runtime* all);
// The same of functions that only use the running coroutine and do not wait.
bool must_have_coroutine(Runtime* all);

inline constexpr double kMostSeconds = 1e9;
// As programs give a timeout: seconds; 0 and less: never. At least a millisecond.
coro::Deadline deadline_in(double seconds) noexcept;

// False when the wait was cancelled: then `return_value` is false with the error set, or an exception was thrown.
bool after_wait(Runtime& all, coro::Wake wake, zval* return_value);

}  // namespace tern::php
