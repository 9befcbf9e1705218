#include "worker/stored_tasks.h"

namespace tern::worker {

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

}  // namespace tern::worker
