// What a process that stands for a thread gets from the process that starts it, in a file in memory. The environment
// has the number of its descriptor.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/bytes.h"
#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

struct ThreadStart {
    static constexpr const char* kVariable = "TERN_THREAD";

    pid_t parent = 0;
    int register_fd = -1;   // see ThreadRegister
    int memory_fd = -1;     // of the containers that threads share; -1: there is none
    std::string folder;     // the current one of the program
    std::string program;    // the script of the first process, as it was typed
    std::string arguments;  // packed; empty: none
};

Result<Fd> write_thread_start(const ThreadStart& start) noexcept;

// Call it when PHP starts: takes what the parent has left and removes the variable. From then on this process ends with
// its parent.
void read_thread_start() noexcept;
// Null: this process stands for no thread.
const ThreadStart* thread_start() noexcept;
// Before the program runs: signals for the whole process group, as Ctrl-C sends them, are for the first process.
void begin_thread() noexcept;

}  // namespace tern::proc
