#include "worker/lost_tasks.h"

namespace tern::worker {

void LostTasks::look_for(const proc::WorkerExit& exit) {
    const uint32_t index = static_cast<uint32_t>(exit.worker_id) - messenger_.state().roster().events;
    for (const proc::TaskEntry& entry : ledger_.take_left(exit.slot, exit.messages_taken)) {
        ledger_.outstanding(index).fetch_sub(1, std::memory_order_relaxed);
        if (entry.answered) continue;
        log_.print(LogLevel::warning, "task %ld of worker %d is lost: worker %d (pid %d) ended while it ran",
                   static_cast<long>(entry.task_id), entry.from_worker, exit.worker_id, exit.pid);
        unreported_.push_back({entry, exit.worker_id});
    }
}

// Sends the report in the name of the worker that ran the task.
Error LostTasks::report(const Lost& lost) noexcept {
    const TaskResultHead head{lost.entry.task_id, lost.entry.from_generation, 0, TaskEnd::lost, lost.entry.awaited};
    return messenger_.send_as(lost.worker_id, lost.entry.from_generation, lost.entry.from_worker,
                              {.kind = proc::MessageKind::task_result}, bytes_of(head), {}, OnFull::wake);
}

void LostTasks::report() noexcept {
    std::erase_if(unreported_, [this](const Lost& lost) { return report(lost) == Error::ok; });
}

}  // namespace tern::worker
