// Functions for Tern\Tracing, about the trace of the running coroutine.
#pragma once

namespace tern::php {

void register_tracing_functions();

}  // namespace tern::php
