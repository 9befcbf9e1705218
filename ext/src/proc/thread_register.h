// Which processes stand for threads of one program: each has a lock on a byte of a file in memory, which ends with the
// process, however it ends.
#pragma once

#include <sys/types.h>
#include <vector>

#include "base/fd.h"

namespace tern::proc {

class ThreadRegister {
public:
    // Of this process: that of its first process, or a new one.
    static ThreadRegister& of_process() noexcept;

    // The descriptor to inherit; -1: there is no memory.
    int fd() noexcept;
    // For a process that was started by another one of the program: that has left it the descriptor.
    void inherit(int fd) noexcept;
    // This process stands for a thread from now on.
    void enter() noexcept;
    // The processes that have entered, without this one.
    std::vector<pid_t> others() const noexcept;

private:
    Fd file_;
};

}  // namespace tern::proc
