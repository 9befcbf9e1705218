// What the classes that wait share: the end of a wait as PHP programs see it.
#pragma once

#include "php/bridge/runtime.h"

namespace tern::php {

// False when the wait was cancelled: then `return_value` is false with the error set, or an exception was thrown.
bool after_wait(Runtime& all, coro::Wake wake, zval* return_value);

// Ends the wait of a suspended coroutine; `exception` is thrown there, null: the wait returns false. False when it does
// not wait.
bool cancel_with(Runtime& all, coro::Coroutine& coroutine, zend_class_entry* exception) noexcept;

}  // namespace tern::php
