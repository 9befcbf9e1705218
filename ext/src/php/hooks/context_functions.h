// Functions of PHP that keep a list for the whole process. In a context they use the context's own.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_context_functions() noexcept;

}  // namespace tern::php
