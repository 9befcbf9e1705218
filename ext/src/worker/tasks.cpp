#include "worker/tasks.h"

namespace tern::worker {

// Task workers have the ids after those of the event workers.
int TaskDispatcher::choose(int64_t index) noexcept {
    const proc::SharedState& state = messenger_.state();
    const int first = static_cast<int>(state.roster().events);
    if (index >= 0) return first + static_cast<int>(index);
    uint32_t best = 0;
    int32_t least = INT32_MAX;
    for (uint32_t n = 1; n <= ledger_.task_workers(); ++n) {
        const uint32_t one = (last_chosen_ + n) % ledger_.task_workers();
        const int32_t outstanding = ledger_.outstanding(one).load(std::memory_order_relaxed);
        if (outstanding >= least || state.current_slot(first + static_cast<int>(one)) < 0) continue;
        least = outstanding;
        best = one;
        if (outstanding <= 0) break;
    }
    last_chosen_ = best;
    return first + static_cast<int>(best);
}

Error TaskDispatcher::send_to(int worker_id, int from_worker, const TaskHead& head, Bytes body,
                              OnFull on_full) noexcept {
    std::atomic<int32_t>& outstanding =
        ledger_.outstanding(static_cast<uint32_t>(worker_id) - messenger_.state().roster().events);
    outstanding.fetch_add(1, std::memory_order_relaxed);
    const Error error =
        messenger_.send_as(from_worker, 0, worker_id, {.kind = proc::MessageKind::task}, bytes_of(head), body, on_full);
    if (error != Error::ok) outstanding.fetch_sub(1, std::memory_order_relaxed);
    return error;
}

// When the chosen worker is full, a waiting sender tries all task workers. The first one that makes room wakes it.
Error TaskDispatcher::send(const TaskHead& head, int64_t index, Bytes body, OnFull on_full) noexcept {
    const int chosen = choose(index);
    const int from_worker = messenger_.worker_id();
    const Error error = send_to(chosen, from_worker, head, body, on_full);
    if (error != Error::server_pipe_buffer_full || on_full == OnFull::fail || index >= 0) return error;
    const int first = static_cast<int>(messenger_.state().roster().events);
    for (int one = first; one < first + static_cast<int>(ledger_.task_workers()); ++one) {
        if (one != chosen && send_to(one, from_worker, head, body, on_full) == Error::ok) return Error::ok;
    }
    return error;
}

namespace {

// The packed value of the task follows.
struct StoredHead {
    static constexpr uint32_t kMark = 0x314b5354;

    uint32_t mark = kMark;
    int32_t from_worker = -1;
    TaskHead task;
};

constexpr long kMessageType = 1;

}  // namespace

void StoredTasks::save() noexcept {
    proc::MessageQueue queue;
    Buffer room;
    for (uint32_t slot = 0; slot < messenger_.state().slot_count(); ++slot) {
        for (;;) {
            const Result<proc::Message> message = messenger_.inboxes().receive(slot, room);
            if (!message.ok()) break;
            if (message.value().head.kind == proc::MessageKind::task) save(queue, message.value());
        }
    }
}

void StoredTasks::save(proc::MessageQueue& queue, const proc::Message& message) noexcept {
    Bytes rest = message.payload;
    StoredHead head;
    proc::MessageBody file;
    head.from_worker = message.head.from_worker;
    if (!take_head(rest, head.task)) return;
    std::string stored(bytes_of(head));
    stored += body_of(message, rest, file);
    Error error = queue.is_open() ? Error::ok : queue.open(key_, 0);
    if (error == Error::ok && !queue.is_private()) error = static_cast<Error>(EPERM);
    if (error == Error::ok) error = queue.send(kMessageType, stored);
    if (error == Error::ok) return;
    log_.print(LogLevel::warning, "task %ld of worker %d is lost: the message queue 0x%x does not take it: %s",
               static_cast<long>(head.task.task_id), head.from_worker, static_cast<unsigned>(key_), describe(error));
}

void StoredTasks::restore() noexcept {
    proc::MessageQueue queue;
    if (queue.find(key_) != Error::ok) return;
    if (!queue.is_private()) {
        log_.print(LogLevel::error,
                   "the message queue 0x%x of tasks belongs to another user, or others may write to it: "
                   "its tasks are not run",
                   static_cast<unsigned>(key_));
        return;
    }
    std::string stored;
    Error error = Error::ok;
    while (error == Error::ok && queue.receive(0, proc::MessageQueue::kMostBytes, stored) == Error::ok) {
        error = restore(stored);
    }
    if (error == Error::ok) {
        (void)queue.remove();
        return;
    }
    log_.print(LogLevel::warning, "tasks stay in the message queue 0x%x until the next start: %s",
               static_cast<unsigned>(key_), describe(error));
    (void)queue.send(kMessageType, stored);
}

// No caller waits for the result any more, and no process has the generation 0.
Error StoredTasks::restore(Bytes stored) noexcept {
    StoredHead head;
    if (!take_head(stored, head) || head.mark != StoredHead::kMark) {
        log_.print(LogLevel::warning, "the message queue 0x%x of tasks had a message of another program",
                   static_cast<unsigned>(key_));
        return Error::ok;
    }
    head.task.awaited = false;
    head.task.from_generation = 0;
    return dispatcher_.send_for(head.from_worker, head.task, stored);
}

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
