// Tasks among the messages of a worker: those for it to run, and the results of those that it gave.
#include <algorithm>
#include <poll.h>

#include "php/server/pipe_message.h"
#include "php/server/server_process.h"
#include "php/server/server_worker.h"
#include "php/server/task_desk.h"
#include "php/server/worker_messages.h"

namespace tern::php {

namespace {

constexpr size_t kMostKept = 16 << 20;
constexpr int64_t kLookAgainMs = 1000;

}  // namespace

bool ServerWorker::is_for_task_runner(const proc::Message& message) const noexcept {
    return message.head.kind == proc::MessageKind::task && task_runner_ != nullptr && message.head.to_worker == id();
}

// Where nothing more may run, it stays in the box.
void ServerWorker::take_task(const proc::Message& message) noexcept {
    if (task_runner_->full()) return stop_reading();
    proc::Inboxes& boxes = process_.inboxes();
    Bytes rest = message.payload;
    TaskHead head;
    const bool whole = take_head(rest, head);
    const uint32_t place = whole ? task_runner_->enter(message.head, head, boxes.taken(seat_.seat)) : 0;
    boxes.take(seat_.seat);
    proc::MessageBody file;
    if (whole) task_runner_->run(place, body_of(message, rest, file));
}

void ServerWorker::stop_reading() noexcept {
    if (!std::exchange(reads_messages_, false)) return;
    runtime_.loop.unwatch(process_.inboxes().line_fd(seat_.seat), line_watch_);
    runtime_.loop.unwatch(process_.inboxes().ring_fd(seat_.seat), ring_watch_);
}

void ServerWorker::read_on() noexcept {
    if (leaves_to_successor_ || std::exchange(reads_messages_, true)) return;
    proc::Inboxes& boxes = process_.inboxes();
    (void)runtime_.loop.watch(boxes.line_fd(seat_.seat), loop::kReadable, loop::Trigger::level, line_watch_);
    (void)runtime_.loop.watch(boxes.ring_fd(seat_.seat), loop::kReadable, loop::Trigger::level, ring_watch_);
    boxes.wake(seat_.seat);
}

void ServerWorker::take_pipe_message(const proc::Message& message) noexcept {
    proc::MessageBody file;
    deliver_message(server_, message.head, body_of(message, message.payload, file));
}

// --- results for who cannot suspend

void ServerWorker::hold_message(proc::Message& message) {
    kept_bytes_ += sizeof(HeldMessage) + message.payload.size();
    kept_.push_back({message.head, std::string(message.payload), std::move(message.socket)});
    if (stops_ && kept_bytes_ > kMostKept) stop_reading();
}

void ServerWorker::take_kept() noexcept {
    for (size_t left = kept_.size(); left > 0 && !kept_.empty() && !runtime_.bailed; --left) {
        HeldMessage kept = std::move(kept_.front());
        kept_.pop_front();
        kept_bytes_ -= sizeof(HeldMessage) + kept.payload.size();
        proc::Message message{kept.head, kept.payload, std::move(kept.socket)};
        receive_message(message);
    }
}

// To the box, of which the master takes care when this process has ended.
void ServerWorker::leave_kept() noexcept {
    for (HeldMessage& kept : kept_)
        (void)process_.inboxes().forward(seat_.seat, {kept.head, kept.payload, std::move(kept.socket)});
}

// False: there is none, or no room to keep what is for somebody else.
bool ServerWorker::read_one_result() {
    if (kept_bytes_ > kMostKept) return false;
    proc::Inboxes& boxes = process_.inboxes();
    Result<proc::Message> message = boxes.receive_socket(seat_.seat, mail_);
    if (!message.ok()) message = boxes.receive(seat_.seat, mail_);
    if (!message.ok()) return false;
    TaskResultHead head;
    Bytes rest = message.value().payload;
    const bool waited_for = message.value().head.kind == proc::MessageKind::task_result &&
                            message.value().head.to_worker == id() && take_head(rest, head) &&
                            process_.task_desk().is_waited_for(head);
    waited_for ? process_.task_desk().take(message.value()) : hold_message(message.value());
    return true;
}

void ServerWorker::read_results(const TaskWait& wait, coro::Deadline until) {
    proc::Inboxes& boxes = process_.inboxes();
    while (wait.left > 0) {
        if (read_one_result()) continue;
        const int64_t left_ms = until.finite() ? until.at_ms - monotonic_ms() : kLookAgainMs;
        if (left_ms <= 0) break;
        if (!boxes.sleep(seat_.seat)) continue;
        pollfd watched[] = {{boxes.ring_fd(seat_.seat), POLLIN, 0}, {boxes.line_fd(seat_.seat), POLLIN, 0}};
        (void)::poll(watched, kept_bytes_ > kMostKept ? 0 : 2, static_cast<int>(std::min(left_ms, kLookAgainMs)));
    }
    if (!kept_.empty()) boxes.wake(seat_.seat);
}

}  // namespace tern::php
