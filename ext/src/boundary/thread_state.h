// What the kernel tells about a thread in /proc, which has a file for each thread.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "boundary/group.h"

namespace tern::boundary {

// The system call that a thread is executing, and the groups that would have made it cooperative.
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

// The processor time of a thread, and how long it has waited for a processor, as the kernel counts both.
struct ThreadTimes {
    int64_t ran_ms = 0;
    int64_t queued_ms = 0;  // the current wait is added when it ends
};

// The file of the calling thread, for thread_times() in other threads; -1: the kernel has none. The caller closes it.
int open_times_file() noexcept;
// Zeros where there is no file.
ThreadTimes thread_times(int times_file) noexcept;

}  // namespace tern::boundary
