// The place in a trace of the code that runs: of its coroutine, or of what is outside of coroutines.
#pragma once

#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// Null: the running code has no place in a trace.
TraceScope* current_trace(Coroutines& coroutines) noexcept;
// The scope becomes its own; null: it has none from now on.
void set_trace(Coroutines& coroutines, TraceScope* scope) noexcept;

}  // namespace tern::php
