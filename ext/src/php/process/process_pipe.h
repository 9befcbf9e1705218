// Swoole\Process: the part of process_pipe.cpp that process.cpp needs.
#pragma once

#include "php/process/process_object.h"

namespace tern::php {

// Call it after a start: those who still wait for a former process of this object now wait for the new one.
void watch_child(ProcessObject& self, pid_t pid) noexcept;

}  // namespace tern::php
