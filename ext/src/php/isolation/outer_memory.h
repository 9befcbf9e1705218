// What modules of PHP keep in memory of the running heap although it serves all requests: it must be of no context.
#pragma once

namespace tern::php {

// Call it while the engine's heap has its own contents. Once per process; without effect after that.
void prepare_outer_memory();

}  // namespace tern::php
