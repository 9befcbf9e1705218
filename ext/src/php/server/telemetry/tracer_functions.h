// The functions swoole_tracer_*().
#pragma once

namespace tern::php {

void register_tracer_functions();

// At the start and at the end of a request.
void begin_leak_detection();
void end_tracers() noexcept;

}  // namespace tern::php
