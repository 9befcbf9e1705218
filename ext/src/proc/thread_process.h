// Starts a process that stands for a thread: this PHP with this program's settings, which runs a file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/kept_child.h"
#include "base/result.h"
#include "proc/thread_start.h"

namespace tern::proc {

struct ThreadPlan {
    std::string php;                   // its path
    std::vector<std::string> options;  // for this thread, after those of this process
    std::vector<std::string> words;    // what runs, and its arguments
    ThreadStart start;
    std::vector<int> inherited;  // descriptors that keep their numbers
};

// The caller owns the child. It has the standard streams, the descriptors of the plan, and nothing else that this
// process has open.
Result<KeptChild*> start_thread_process(const ThreadPlan& plan) noexcept;

}  // namespace tern::proc
