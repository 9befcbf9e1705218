// Swoole\Process: what process.cpp needs of process_pipe.cpp.
#pragma once

#include "php/object/process_object.h"

namespace tern::php {

// Of a process that was started: those who still wait for a former one of this object wait for this one.
void watch_child(ProcessObject& self, pid_t pid) noexcept;

}  // namespace tern::php
