// The processor time of a thread, and how long it has waited for a processor, as the kernel counts both. It is read
// from /proc, which has a file for each thread.
#pragma once

#include <cstdint>

namespace tern::boundary {

struct ThreadTimes {
    int64_t ran_ms = 0;
    int64_t queued_ms = 0;  // the current wait is added when it ends
};

// The file of the calling thread, for thread_times() in other threads; -1: the kernel has none. The caller closes it.
int open_times_file() noexcept;
// Zeros where there is no file.
ThreadTimes thread_times(int times_file) noexcept;

}  // namespace tern::boundary
