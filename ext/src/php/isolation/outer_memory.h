// What modules of PHP keep in memory of the running heap although it serves all requests: it must be of no context.
#pragma once

namespace tern::php {

// The name of a module or an extension of the engine that may keep memory of a script, which no context exchanges: a
// debugger, and a module that begins requests and does not tell where its globals are. Null: there is none.
const char* module_with_memory() noexcept;

// Call it while the engine's heap has its own contents. Once per process; without effect after that.
void prepare_outer_memory();

}  // namespace tern::php
