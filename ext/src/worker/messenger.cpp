#include "worker/messenger.h"

#include <algorithm>
#include <climits>
#include <poll.h>

namespace tern::worker {

void Messenger::become(const proc::WorkerIdentity& worker) noexcept {
    worker_id_ = worker.worker_id;
    generation_ = worker.generation;
    slot_ = worker.slot;
}

template <class Try>
Error Messenger::try_to_send(uint32_t slot, OnFull on_full, Try once) noexcept {
    if (on_full == OnFull::fail) return error_for_program(once());
    return inboxes_.send_or_wake(slot, this->slot(), once);
}

Error Messenger::send(uint32_t slot, proc::MessageKind kind, Bytes first, Bytes second, Bytes third,
                      OnFull on_full) noexcept {
    proc::MessageHead head{.kind = kind, .from_worker = worker_id_, .to_worker = -1};
    if (slot < state_.slot_count()) head.to_worker = state_.slot(slot).worker_id.load(std::memory_order_relaxed);
    return try_to_send(slot, on_full, [&] { return inboxes_.send(slot, head, first, second, third); });
}

int Messenger::slot_of_receiver(uint32_t generation, int worker_id) const noexcept {
    if (worker_id < 0) return static_cast<int>(master_slot());
    const int slot = state_.slot_of(generation);
    return slot >= 0 ? slot : state_.current_slot(worker_id);
}

Error Messenger::send_as(int from_worker, uint32_t generation, int worker_id, proc::MessageHead head, Bytes first,
                         Bytes body, OnFull on_full) noexcept {
    const int slot = slot_of_receiver(generation, worker_id);
    if (slot < 0) return Error::server_no_idle_worker;
    head.from_worker = from_worker;
    head.to_worker = worker_id;
    const auto to = static_cast<uint32_t>(slot);
    return try_to_send(to, on_full, [&] { return inboxes_.send_any(to, head, first, body); });
}

Error Messenger::send_to_process(uint32_t generation, int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                                 OnFull on_full) noexcept {
    return send_as(worker_id_, generation, worker_id, head, first, body, on_full);
}

Error Messenger::send_to_worker(int worker_id, proc::MessageHead head, Bytes first, Bytes body,
                                OnFull on_full) noexcept {
    return send_to_process(0, worker_id, head, first, body, on_full);
}

// --- to sessions

Error Messenger::send_to_owner(int64_t session_id, proc::MessageHead head, Bytes first, Bytes second,
                               OnFull on_full) noexcept {
    const Result<shm::SessionInfo> session = state_.sessions().read(session_id);
    if (!session.ok()) return Error::session_not_exist;
    const int slot = state_.slot_of(session.value().owner);
    if (slot < 0) return Error::session_not_exist;
    head.from_worker = worker_id_;
    head.to_worker = session.value().worker_id;
    const auto to = static_cast<uint32_t>(slot);
    return try_to_send(to, on_full, [&] { return inboxes_.send(to, head, first, second); });
}

Error Messenger::push(const PushHead& head, Bytes payload) noexcept {
    return send_to_owner(head.session_id, {.kind = proc::MessageKind::push_to_session}, bytes_of(head), payload,
                         OnFull::fail);
}

Error Messenger::disconnect(const DisconnectHead& head, Bytes reason) noexcept {
    return send_to_owner(head.session_id, {.kind = proc::MessageKind::disconnect_session}, bytes_of(head), reason,
                         OnFull::fail);
}

Error Messenger::close_session(int64_t session_id, bool reset) noexcept {
    return send_to_owner(session_id, {.kind = proc::MessageKind::close_session, .flags = reset ? 1u : 0u},
                         bytes_of(session_id), {}, OnFull::fail);
}

Error Messenger::send_to_session(int64_t session_id, Bytes bytes, OnFull on_full) noexcept {
    return send_to_owner(session_id, {.kind = proc::MessageKind::send_to_session}, bytes_of(session_id), bytes,
                         on_full);
}

Error Messenger::send_to_session_blocking(int64_t session_id, Bytes bytes, int64_t timeout_ms) noexcept {
    RoomWait room(*this, is_master() ? 0 : monotonic_ms() + timeout_ms);
    while (!bytes.empty()) {
        const Bytes part = bytes.substr(0, kMaxSessionPayload);
        Error error = Error::ok;
        do error = send_to_session(session_id, part, OnFull::wake);
        while (room.wait_after(error));
        if (error != Error::ok) return error;
        bytes.remove_prefix(part.size());
    }
    return Error::ok;
}

Error Messenger::respond(const ResponseStepHead& head, Bytes fields, Bytes body, int64_t timeout_ms) {
    const Result<shm::SessionInfo> session = state_.sessions().read(head.session_id);
    if (!session.ok()) return Error::session_not_exist;
    const shm::SessionInfo& to = session.value();
    std::string first(bytes_of(head));
    first.append(fields);
    RoomWait room(*this, is_master() ? 0 : monotonic_ms() + timeout_ms);
    Error error = Error::ok;
    do
        error =
            send_to_process(to.owner, to.worker_id, {.kind = proc::MessageKind::response}, first, body, OnFull::wake);
    while (room.wait_after(error));
    return error_for_program(error);
}

// --- for other processes

void Messenger::forward(const proc::Message& message, Log& log) noexcept {
    const int slot = state_.current_slot(message.head.to_worker);
    Error error = Error::session_not_exist;
    if (slot >= 0 && static_cast<uint32_t>(slot) != slot_)
        error = inboxes_.forward(static_cast<uint32_t>(slot), message);
    if (error == Error::ok) return;
    log.print(LogLevel::warning, "a message to worker %d is lost: %s", message.head.to_worker, describe(error));
}

void Messenger::forward_to_owner(const proc::Message& message, int64_t session_id, Log& log) noexcept {
    const uint32_t owner = state_.sessions().owner_of(session_id);
    const int slot = owner == generation_ ? -1 : state_.slot_of(owner);
    if (slot < 0) return;  // the owner has ended
    proc::MessageHead head = message.head;
    head.to_worker = state_.slot(static_cast<uint32_t>(slot)).worker_id.load(std::memory_order_relaxed);
    const Error error = inboxes_.send(static_cast<uint32_t>(slot), head, message.payload);
    if (error == Error::ok) return;
    log.print(LogLevel::warning, "a message to worker %d is lost: %s", head.to_worker, describe(error));
}

// --- waiting

RoomWait::~RoomWait() {
    if (has_waited_) messenger_.inboxes().wake(messenger_.slot());
}

// server_no_idle_worker is temporary, as a process that starts wakes all others.
bool RoomWait::is_temporary(Error error) noexcept {
    return error == Error::server_pipe_buffer_full || error == Error::server_no_idle_worker ||
           error == proc::Inboxes::kSystemBusy;
}

int64_t RoomWait::wake_up_ms(Error error) const noexcept {
    if (error == proc::Inboxes::kSystemBusy) return std::min(until_ms_, monotonic_ms() + Messenger::kSystemAgainMs);
    // A starting process wakes all others, but nothing tells that none will start: the server shuts down.
    if (error == Error::server_no_idle_worker) return std::min(until_ms_, monotonic_ms() + Messenger::kNobodyAgainMs);
    return until_ms_;
}

void RoomWait::wait(Error error) noexcept {
    const int64_t left_ms = std::clamp<int64_t>(wake_up_ms(error) - monotonic_ms(), 0, INT_MAX);
    has_waited_ = true;
    pollfd own{messenger_.inboxes().ring_fd(messenger_.slot()), POLLIN, 0};
    (void)::poll(&own, 1, static_cast<int>(left_ms));
    messenger_.inboxes().clear_wake(messenger_.slot());
}

}  // namespace tern::worker
