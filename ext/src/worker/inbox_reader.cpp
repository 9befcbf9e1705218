#include "worker/inbox_reader.h"

#include <algorithm>
#include <poll.h>
#include <utility>

#include "base/clock.h"

namespace tern::worker {

namespace {

constexpr int64_t kLookAgainMs = 1000;

// Results are what this worker itself has asked for.
bool is_result(proc::MessageKind kind) noexcept {
    return kind == proc::MessageKind::task_result || kind == proc::MessageKind::command_result ||
           kind == proc::MessageKind::room_reply;
}

}  // namespace

InboxReader::InboxReader(Messenger& messenger, loop::Loop& loop, MessageHandler& handler, Log& log) noexcept
    : messenger_(messenger),
      inboxes_(messenger.inboxes()),
      loop_(loop),
      handler_(handler),
      log_(log),
      socket_watch_([](void* self) { static_cast<InboxReader*>(self)->on_sockets(); }, this),
      ring_watch_([](void* self) { static_cast<InboxReader*>(self)->on_ring(); }, this) {}

Error InboxReader::open(bool runs_tasks) noexcept {
    runs_tasks_ = runs_tasks;
    const uint32_t slot = messenger_.slot();
    Error error = loop_.watch(inboxes_.line_fd(slot), loop::kReadable, loop::Trigger::level, socket_watch_);
    if (error == Error::ok) {
        error = loop_.watch(inboxes_.ring_fd(slot), loop::kReadable, loop::Trigger::level, ring_watch_);
    }
    // The former process of this slot may have died awake. Then no sender would wake this one.
    (void)inboxes_.sleep(slot);
    return error;
}

void InboxReader::stop_reading() noexcept {
    if (std::exchange(reads_, false)) loop_.unwatch(inboxes_.line_fd(messenger_.slot()), socket_watch_);
}

void InboxReader::read_on() noexcept {
    if (leaves_to_successor_ || std::exchange(reads_, true)) return;
    const uint32_t slot = messenger_.slot();
    (void)loop_.watch(inboxes_.line_fd(slot), loop::kReadable, loop::Trigger::level, socket_watch_);
    inboxes_.wake(slot);
}

void InboxReader::leave_to_successor() noexcept {
    leaves_to_successor_ = true;
    if (runs_tasks_) stop_reading();
}

bool InboxReader::has_unread() const noexcept { return reads_ && !inboxes_.empty(messenger_.slot()); }

void InboxReader::return_held() noexcept {
    while (!held_.empty()) {
        proc::OwnedMessage message = held_.pop();
        (void)inboxes_.forward(messenger_.slot(), message.release());
    }
}

// --- on the loop

void InboxReader::on_sockets() noexcept {
    for (int n = 0; n < kMessagesPerTurn && !handler_.failed(); ++n) {
        Result<proc::Message> message = inboxes_.receive_socket(messenger_.slot(), room_);
        if (!message.ok()) return;
        receive(message.value());
    }
}

// Inboxes::sleep() clears the wake-up event, so on_woken() runs after it.
void InboxReader::on_ring() noexcept {
    read_ring();
    handler_.on_woken();
}

void InboxReader::read_ring() noexcept {
    if (!reads_) return inboxes_.clear_wake(messenger_.slot());
    handle_held();
    on_sockets();
    const int64_t begun_ms = runs_tasks_ ? monotonic_ms() : 0;
    for (int n = 0; n < kMessagesPerTurn && reads_ && !handler_.failed(); ++n) {
        if (runs_tasks_ && monotonic_ms() - begun_ms > kTasksPerTurnMs) return;
        if (!read_one()) return;
    }
}

// Returns false when there is no message, or when none can be read now; the next turn of the loop tries again.
bool InboxReader::read_one() noexcept {
    const uint32_t slot = messenger_.slot();
    Result<proc::Message> message = inboxes_.peek(slot, room_);
    if (message.error() == Error::would_block) {
        handler_.on_empty();
        (void)inboxes_.sleep(slot);
        return false;
    }
    if (!message.ok()) return false;
    const proc::MessageHead& head = message.value().head;
    const bool is_task =
        runs_tasks_ && head.kind == proc::MessageKind::task && head.to_worker == messenger_.worker_id();
    if (!is_task) {
        inboxes_.take(slot);
        receive(message.value());
        return true;
    }
    if (!handler_.begin_task(message.value(), inboxes_.taken(slot))) {
        stop_reading();
        return false;
    }
    inboxes_.take(slot);
    handler_.run_task(message.value());
    return true;
}

// The payload is in `room_`, which the next message overwrites.
void InboxReader::receive(proc::Message& message) noexcept {
    if (results_only_ && !is_result(message.head.kind)) return hold(message);
    if (message.head.to_worker == messenger_.worker_id()) return handler_.handle(message);
    if (proc::outlives_its_reader(message.head.kind)) messenger_.forward(message, log_);
}

void InboxReader::handle_held() noexcept {
    for (size_t left = held_.count(); left > 0 && !held_.empty() && !handler_.failed(); --left) {
        proc::OwnedMessage held = held_.pop();
        proc::Message message = held.release();
        receive(message);
    }
}

void InboxReader::hold(proc::Message& message) {
    held_.push(std::move(message));
    if (results_only_ && held_.full()) stop_reading();
}

// --- results for a caller that cannot suspend

// Returns false when there is no message, or no room to hold messages that are not results.
bool InboxReader::read_one_result(ResultWait& wait) {
    if (held_.full()) return false;
    Result<proc::Message> message = inboxes_.receive_socket(messenger_.slot(), room_);
    if (!message.ok()) message = inboxes_.receive(messenger_.slot(), room_);
    if (!message.ok()) return false;
    if (message.value().head.to_worker != messenger_.worker_id() || !wait.take(message.value())) hold(message.value());
    return true;
}

void InboxReader::read_results(ResultWait& wait, int64_t until_ms) {
    const uint32_t slot = messenger_.slot();
    while (!wait.complete()) {
        if (read_one_result(wait)) continue;
        const int64_t left_ms = until_ms < 0 ? kLookAgainMs : until_ms - monotonic_ms();
        if (left_ms <= 0) break;
        if (!inboxes_.sleep(slot)) continue;
        pollfd watched[] = {{inboxes_.ring_fd(slot), POLLIN, 0}, {inboxes_.line_fd(slot), POLLIN, 0}};
        (void)::poll(watched, held_.full() ? 0 : 2, static_cast<int>(std::min(left_ms, kLookAgainMs)));
    }
    // Wakes the loop, which handles the held messages and any wake-up that was for another wait.
    inboxes_.wake(slot);
}

}  // namespace tern::worker
