// Fatal errors in a context that is like a process end only its code. PHP reports them as always. What the engine does
// to the whole process at that moment is undone: no destructor would run in any context. Where a file does not compile,
// the code that has included it is left as by exit(), so no memory is lost.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// Call it before the first such context runs. It is never undone.
void take_over_fatal_errors() noexcept;

// Memory that contained errors have lost. When it is too much, the worker is replaced.
void note_lost(size_t bytes) noexcept;
// The frame that was running when PHP reported the last fatal error in such a context; null: none since it was
// forgotten.
const zend_execute_data* failed_frame() noexcept;
void forget_failed_frame() noexcept;

// Ends the code of the running context with a fatal error if its time is over, or if it has more memory than it may
// have, which the heap does not see while the process has free memory. Call it when the engine was interrupted.
void check_limits();

}  // namespace tern::php
