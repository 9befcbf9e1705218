// The PHP stacks of coroutines that wait.
#pragma once

#include "php/engine/fiber/program_coroutine.h"

namespace tern::php {

// Call it before the running code gets values of another coroutine.
void share_values_with(const ProgramCoroutine& other);

// Fills `into` with what debug_backtrace() returns there. The first frame is the function that waits.
void backtrace_of(const ProgramCoroutine& coroutine, int options, int limit, zval* into);
// Returns one line for each frame, "#0 file(line): function()". The caller releases the string.
zend_string* backtrace_text(const ProgramCoroutine& coroutine, int options, int limit);

// The same of the running coroutine or script, with the call that it is in.
zend_string* running_backtrace_text();

}  // namespace tern::php
