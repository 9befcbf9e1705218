// What Tern\Tracing asks of the trace that the running coroutine belongs to.
#pragma once

namespace tern::php {

void register_tracing_functions();

}  // namespace tern::php
