// The system call that a thread is executing, and the groups that would have made it cooperative. It is read from
// /proc, which has a file for each thread.
#pragma once

#include "base/bytes.h"
#include "boundary/group.h"

namespace tern::boundary {

struct BlockedCall {
    const char* name = nullptr;  // null: it is in no system call, or in one that is not known to block
    bool running = false;        // it is in none: it runs, or waits for a processor
    Groups groups = 0;           // each of them would make it cooperative; 0: none
};

// The file of the calling thread, for blocked_call() in other threads; -1: it does not exist. The caller closes it.
int open_call_file() noexcept;
// Looks up the descriptors of the call, which must belong to this process.
BlockedCall blocked_call(int call_file) noexcept;
// Parses the file: "running", or the number of the call and its arguments in hexadecimal.
BlockedCall parse_blocked_call(Bytes line) noexcept;

}  // namespace tern::boundary
