// Tasks whose worker died while it ran them. The master reports each to the process that sent it. When the inbox of
// that process is full, the process wakes the master once there is room.
#pragma once

#include <vector>

#include "base/log.h"
#include "proc/task_ledger.h"
#include "worker/messenger.h"

namespace tern::worker {

class LostTasks {
public:
    // All outlive it.
    LostTasks(Messenger& messenger, proc::TaskLedger& ledger, Log& log) noexcept
        : messenger_(messenger), ledger_(ledger), log_(log) {}
    LostTasks(const LostTasks&) = delete;
    LostTasks& operator=(const LostTasks&) = delete;

    // Finds the unfinished tasks of a task worker that has ended.
    void look_for(const proc::WorkerExit& exit);
    // Reports the tasks that are not reported yet. The master calls it at each step.
    void report() noexcept;
    bool empty() const noexcept { return unreported_.empty(); }

private:
    struct Lost {
        proc::TaskEntry entry;
        int worker_id;  // the worker that ran the task
    };
    Error report(const Lost& lost) noexcept;

    Messenger& messenger_;
    proc::TaskLedger& ledger_;
    Log& log_;
    std::vector<Lost> unreported_;
};

}  // namespace tern::worker
