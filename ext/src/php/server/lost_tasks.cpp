#include "php/server/lost_tasks.h"

#include "php/bridge/globals.h"
#include "php/server/server_process.h"
#include "php/server/task_messages.h"
#include "php/server/worker_messages.h"

namespace tern::php {

namespace {

constexpr int64_t kAgainMs = 5;

}  // namespace

void LostTasks::look_for(const proc::WorkerExit& exit) {
    proc::TaskLedger& ledger = process_.task_ledger();
    const uint32_t index = static_cast<uint32_t>(exit.worker_id) - process_.state().roster().events;
    for (const proc::TaskEntry& entry : ledger.take_left(exit.seat, exit.messages_taken)) {
        ledger.outstanding(index).fetch_sub(1, std::memory_order_relaxed);
        if (entry.answered) continue;
        TERN_G(log)->print(LogLevel::warning, "task %ld of worker %d is lost: worker %d (pid %d) ended while it ran",
                           static_cast<long>(entry.task_id), entry.from_worker, exit.worker_id, exit.pid);
        untold_.push_back({entry, exit.worker_id});
    }
}

// In the name of who ran it.
Error LostTasks::tell(const Lost& lost) noexcept {
    const TaskResultHead head{lost.entry.task_id, lost.entry.from_incarnation, 0, TaskEnd::lost, lost.entry.awaited};
    const int seat = seat_of_receiver(process_, lost.entry.from_incarnation, lost.entry.from_worker);
    if (seat < 0) return Error::server_no_idle_worker;
    return process_.inboxes().send(static_cast<uint32_t>(seat),
                                   {proc::MessageKind::task_result, lost.worker_id, lost.entry.from_worker},
                                   bytes_of(head));
}

int64_t LostTasks::report() noexcept {
    std::erase_if(untold_, [this](const Lost& lost) { return tell(lost) == Error::ok; });
    return untold_.empty() ? 0 : kAgainMs;
}

}  // namespace tern::php
