// Tasks on their way to task workers, and those that did not come to an end there.
#pragma once

#include <vector>

#include "base/log.h"
#include "proc/message_queue.h"
#include "proc/task_ledger.h"
#include "worker/messenger.h"

namespace tern::worker {

// Sends tasks to task workers, and counts them in the ledger as outstanding until they end.
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

// Tasks that no worker had begun when the server ended. They are kept in a message queue of System V, and the next
// server with the same key runs them. Only the master uses it.
class StoredTasks {
public:
    // All outlive it. There is a queue only while it has tasks.
    StoredTasks(key_t key, Messenger& messenger, proc::TaskLedger& ledger, Log& log) noexcept
        : key_(key), messenger_(messenger), dispatcher_(messenger, ledger), log_(log) {}
    StoredTasks(const StoredTasks&) = delete;
    StoredTasks& operator=(const StoredTasks&) = delete;

    // Moves the tasks from the inboxes to the queue. Call it when no worker is left. The log names the tasks that do
    // not fit (see the limits kernel.msgmax and kernel.msgmnb of the system): these are lost.
    void save() noexcept;
    // Sends the stored tasks to the task workers, which must run. Their results go to the callback of `finish`.
    void restore() noexcept;

private:
    void save(proc::MessageQueue& queue, const proc::Message& message) noexcept;
    Error restore(Bytes stored) noexcept;

    const key_t key_;
    Messenger& messenger_;
    TaskDispatcher dispatcher_;
    Log& log_;
};

// Tasks whose worker died while it ran them. The master reports each to the process that sent it. When the inbox of
// that process is full, the process wakes the master once there is room.
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
