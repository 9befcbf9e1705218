// Ends a process with its master, by a signal of the kernel. For a process without a loop that reads the control
// channel.
#pragma once

#include <sys/types.h>

namespace tern::proc {

// The process gets `signal` when its parent ends; 0: no more. When `master` has ended already, this process exits at
// once. Dropping privileges later cancels the signal.
void end_with_master(pid_t master, int signal) noexcept;

}  // namespace tern::proc
