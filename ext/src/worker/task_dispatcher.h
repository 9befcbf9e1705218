// Sends tasks to task workers, and counts them in the ledger as outstanding until they end.
#pragma once

#include "proc/task_ledger.h"
#include "worker/messenger.h"

namespace tern::worker {

class TaskDispatcher {
public:
    static constexpr int64_t kAny = -1;

    // Both outlive it.
    TaskDispatcher(Messenger& messenger, proc::TaskLedger& ledger) noexcept : messenger_(messenger), ledger_(ledger) {}
    TaskDispatcher(const TaskDispatcher&) = delete;
    TaskDispatcher& operator=(const TaskDispatcher&) = delete;

    // Sends to the task worker with that index; kAny: to the one with the fewest outstanding tasks. The errors are
    // those of Messenger::send_to_worker(); with OnFull::wake also kSystemBusy.
    Error send(const TaskHead& head, int64_t index, Bytes body, OnFull on_full) noexcept;
    // Sends in the name of another worker, to any task worker.
    Error send_for(int from_worker, const TaskHead& head, Bytes body) noexcept {
        return send_to(choose(kAny), from_worker, head, body, OnFull::fail);
    }

private:
    int choose(int64_t index) noexcept;
    Error send_to(int worker_id, int from_worker, const TaskHead& head, Bytes body, OnFull on_full) noexcept;

    Messenger& messenger_;
    proc::TaskLedger& ledger_;
    uint32_t last_chosen_ = 0;
};

}  // namespace tern::worker
