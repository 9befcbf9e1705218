#include "worker/handover.h"

#include "proc/shared_state.h"

namespace tern::worker {

namespace {

constexpr uint32_t kFresh = 1;  // flag of a handover: the connection was accepted just now

}  // namespace

void Handovers::receive(proc::Message& message) noexcept {
    proc::SharedState& state = messenger_.state();
    std::atomic<uint32_t>& coming = state.slot(messenger_.slot()).coming;
    if (coming.load(std::memory_order_relaxed) > 0) coming.fetch_sub(1, std::memory_order_relaxed);
    proc::Handover handover;
    Bytes unread = message.payload;
    if (!take_head(unread, handover) || !message.socket.open()) return;
    if (!ports_.has_listener(handover.origin.listener)) return;
    serve::ConnectionInfo connection{handover.session_id, handover.origin};
    if (state.sessions().find(connection.session_id, messenger_.generation()) == nullptr) {
        Result<int64_t> fresh =
            state.sessions().allocate(messenger_.generation(), messenger_.worker_id(), connection.origin);
        if (!fresh.ok()) return;
        connection.session_id = fresh.value();
    }
    if ((message.head.flags & kFresh) != 0) return ports_.greet(std::move(message.socket), connection);
    ports_.adopt(std::move(message.socket), connection, unread);
}

Error Handovers::hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) {
    const int slot = messenger_.state().current_slot(messenger_.worker_id());
    if (slot < 0 || static_cast<uint32_t>(slot) == messenger_.slot()) return Error::session_not_exist;
    const auto to = static_cast<uint32_t>(slot);
    return messenger_.inboxes().send_or_wake(to, messenger_.slot(),
                                             [&] { return send(to, connection, fd, unread, 0); });
}

Error Handovers::pass_on(const serve::ConnectionInfo& connection, int fd) {
    const int slot = proc::better_slot(messenger_.state(), messenger_.slot());
    if (slot < 0) return Error::wrong_operation;
    return send(static_cast<uint32_t>(slot), connection, fd, {}, kFresh);
}

// would_block: the slot has no process any more, or the system is busy.
Error Handovers::send(uint32_t slot, const serve::ConnectionInfo& connection, int fd, Bytes unread,
                      uint32_t flags) noexcept {
    shm::WorkerCounters& receiver = messenger_.state().slot(slot);
    const uint32_t generation = receiver.generation.load(std::memory_order_relaxed);
    const int worker_id = receiver.worker_id.load(std::memory_order_relaxed);
    if (generation == 0) return Error::would_block;
    shm::SessionTable& sessions = messenger_.state().sessions();
    Error error = sessions.transfer(connection.session_id, messenger_.generation(), generation, worker_id);
    if (error != Error::ok) return error;
    const proc::Handover handover{connection.session_id, connection.origin};
    const proc::MessageHead head{.kind = proc::MessageKind::handover,
                                 .from_worker = messenger_.worker_id(),
                                 .to_worker = worker_id,
                                 .flags = flags};
    receiver.coming.fetch_add(1, std::memory_order_relaxed);
    const bool has_left = receiver.generation.load() != generation;
    error =
        has_left ? Error::would_block : messenger_.inboxes().send_socket(slot, head, bytes_of(handover), unread, fd);
    if (error == Error::ok) return error;
    receiver.coming.fetch_sub(1, std::memory_order_relaxed);
    (void)sessions.transfer(connection.session_id, generation, messenger_.generation(), messenger_.worker_id());
    return error == proc::Inboxes::kSystemBusy ? Error::would_block : error;
}

}  // namespace tern::worker
