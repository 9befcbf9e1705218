// The end of a coroutine that has used up its C stack. The signal handler that detects this (coroutine/report/crash)
// cannot report it: it only notes the place and bails out. The report follows on another stack.
#pragma once

namespace tern::php {

// After a bailout: reports a stack that was used up, if that was its cause.
void report_overflow() noexcept;

}  // namespace tern::php
