// Leaving code that must not go on: after a fatal error, or while the program ends.
#pragma once

#include "php/engine/fiber/coroutines.h"

namespace tern::php {

// Call it after PHP code was called. Newer engines unwind from some fatal errors (the memory limit) with an exception
// of their own before they bail out. This bails out at once: it does not return when there is such an exception.
void bail_if_fatal();
// The same at the end of a coroutine or of a callback, where no other PHP code is left to run: if a fatal error ends
// only the running code (engine/fiber/containment), it returns, and the exception goes on to the place that contains
// the error.
void bail_unless_contained();

void leave_running_code(Coroutines& coroutines);

// Call it after a call that may have run other coroutines, before any more PHP runs. It bails out when one of them has
// bailed out. While the program ends, it throws an exception that unwinds the caller.
inline void bail_if_ended() {
    Coroutines* coroutines = php::coroutines();
    if (coroutines != nullptr && (coroutines->bailed || coroutines->script.ending)) leave_running_code(*coroutines);
}

}  // namespace tern::php
