// Tasks that no worker had begun when the server ended. They are kept in a message queue of System V, and the next
// server with the same key runs them. Only the master uses it.
#pragma once

#include "base/log.h"
#include "proc/message_queue.h"
#include "worker/task_dispatcher.h"

namespace tern::worker {

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

}  // namespace tern::worker
