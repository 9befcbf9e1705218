// Tasks whose worker died while it ran them, in the master: each is told to who gave it, as soon as there is room in
// its box.
#pragma once

#include <vector>

#include "proc/task_ledger.h"
#include "proc/worker_process.h"

namespace tern::php {

class ServerProcess;

class LostTasks {
public:
    explicit LostTasks(ServerProcess& process) noexcept : process_(process) {}
    LostTasks(const LostTasks&) = delete;
    LostTasks& operator=(const LostTasks&) = delete;

    // Of a task worker that ended.
    void look_for(const proc::WorkerExit& exit);
    // Tells what was not told yet. In how many milliseconds to call it again; 0: there is no need.
    int64_t report() noexcept;

private:
    struct Lost {
        proc::TaskEntry entry;
        int worker_id;  // who ran it
    };
    Error tell(const Lost& lost) noexcept;

    ServerProcess& process_;
    std::vector<Lost> untold_;
};

}  // namespace tern::php
