// For a process that may have no loop to receive from that the control line ends: the kernel tells it.
#pragma once

#include <sys/types.h>

namespace tern::proc {

// `signal` comes when the process that forked this one ends; 0: not any more. Ends this one at once when `master` was
// gone before. Privileges that are given away later take it back.
void end_with_master(pid_t master, int signal) noexcept;

}  // namespace tern::proc
