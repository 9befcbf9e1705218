// Threads of PHP other than the first one (engine/globals.h: in_other_thread).
#pragma once

namespace tern::php {

// Throws what functions and classes of Tern throw there.
void refuse_other_thread();
// All functions and methods of the running module throw there from now on. Call it when they are registered. Without
// thread safety there is nothing to do.
void close_to_other_threads(int module_number) noexcept;

}  // namespace tern::php
