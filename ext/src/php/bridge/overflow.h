// The end of a coroutine that has used up its C stack. The signal handler that finds this out (runtime/crash) may not
// report it: it notes the place and gives up, and the report follows on another stack.
#pragma once

namespace tern::php {

// After a bailout: reports a stack that was used up, if that was its cause.
void report_overflow() noexcept;

}  // namespace tern::php
