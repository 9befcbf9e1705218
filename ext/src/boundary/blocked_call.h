// The system call that a thread is in, and which groups would have made it cooperative. The kernel tells: /proc has a
// file for each thread.
#pragma once

#include "base/bytes.h"
#include "boundary/group.h"

namespace tern::boundary {

struct BlockedCall {
    const char* name = nullptr;  // null: it is in none, or in none that is known to block
    Groups groups = 0;           // any of them is enough; 0: none does
};

// Of the calling thread, to be read by others with blocked_call(); -1: the system does not tell. The caller closes it.
int open_call_file() noexcept;
// Looks up descriptors, which must be those of this process.
BlockedCall blocked_call(int call_file) noexcept;
// What the file says: "running", or the number of the call and its arguments, in hexadecimal.
BlockedCall parse_blocked_call(Bytes line) noexcept;

}  // namespace tern::boundary
