// What functions that wait have in common: whether they may wait, for how long, and how a wait ends for the program.
#pragma once

#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// Whether the caller may wait. False after an Error: outside of coroutines, or while the engine does something that
// other code must not see half done.
bool must_be_in_coroutine(Coroutines* coroutines);
// The same for functions that use the running coroutine and do not wait.
bool must_have_coroutine(Coroutines* coroutines);

inline constexpr double kMostSeconds = 1e9;
// A timeout as programs give it, in seconds. 0 and less: never. Otherwise it is at least one millisecond.
coro::Deadline deadline_in(double seconds) noexcept;

// Call it after a wait. False when the wait was cancelled: `return_value` is false with the error set, or an exception
// was thrown.
bool after_wait(Coroutines& coroutines, coro::Wake wake, zval* return_value);

// Ends the waits of coroutines before their time.

// Ends the wait of a suspended coroutine: it throws an exception of that class; null: it returns false. The coroutine
// runs until its next suspension. False when it does not wait.
bool cancel_with(Coroutines& coroutines, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept;
// The same, as if the code had called exit() there: it cannot catch that.
bool exit_wait(Coroutines& coroutines, coro::Coroutine& coroutine) noexcept;
// Cancels every coroutine that waits, so that finally blocks and destructors run, and those that then wait again.
void cancel_all(Coroutines& coroutines) noexcept;
// The same for the coroutines that were started after the one with this number.
void cancel_since(Coroutines& coroutines, int64_t coroutine_id) noexcept;

}  // namespace tern::php
