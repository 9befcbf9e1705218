// What the engine calls at the next loop or call of PHP code after another thread has set EG(vm_interrupt).
#pragma once

namespace tern::php {

// What to call then. The owner of the process's runtime installs it.
void set_interrupt_handler(void (*handler)()) noexcept;

// From now on the engine calls the handler, and then the former one. Call it when the module starts: opcache's JIT
// compiler writes the address of what is installed when it starts into its code, and never looks again. It is never
// removed, because others may be installed before it.
void take_over_interrupts() noexcept;

// The engine's own time limit, max_execution_time and set_time_limit(): outside of coroutines it ends the process.
// Ends the limit that set_time_limit() has set. The code that set it is over: the main script where a server starts, or
// a request that was handled outside of coroutines. So the limit ends no other code.
void end_time_limit() noexcept;

}  // namespace tern::php
