// Tasks whose worker died while it ran them, in the master: each is reported to the process that gave it. Where the
// inbox of that process is full, it wakes the master when it has made room.
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

    // Of a task worker that ended.
    void look_for(const proc::WorkerExit& exit);
    // Reports what was not reported yet: at each step of the master.
    void report() noexcept;
    bool empty() const noexcept { return unreported_.empty(); }

private:
    struct Lost {
        proc::TaskEntry entry;
        int worker_id;  // that ran it
    };
    Error report(const Lost& lost) noexcept;

    Messenger& messenger_;
    proc::TaskLedger& ledger_;
    Log& log_;
    std::vector<Lost> unreported_;
};

}  // namespace tern::worker
