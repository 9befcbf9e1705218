// Ends the waits of coroutines before their time.
#pragma once

#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// Ends the wait of a suspended coroutine: it throws an exception of that class; null: it returns false. The coroutine
// runs until its next suspension. False when it does not wait.
bool cancel_with(Coroutines& coroutines, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept;
// Cancels every coroutine that waits, so that finally blocks and destructors run, and those that then wait again.
void cancel_all(Coroutines& coroutines) noexcept;
// The same for the coroutines that were started after the one with this number.
void cancel_since(Coroutines& coroutines, int64_t coroutine_id) noexcept;

}  // namespace tern::php
