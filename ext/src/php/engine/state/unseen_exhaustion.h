// Newer engines report an exhausted memory limit at the next interrupt (compat/delayed_exhaustion). Code that opcache's
// JIT compiler has made looks for interrupts in loops only. So a function that calls itself without end never sees one,
// and the engine would end the process at twice the limit.
#pragma once

namespace tern::php {

// From now on such code ends with the fatal error when it has gone beyond the limit. It is left by a bailout, as in
// engines that report the error at once. Once per process.
void end_unseen_exhaustion() noexcept;

}  // namespace tern::php
