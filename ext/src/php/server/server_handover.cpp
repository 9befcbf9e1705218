// How a connection passes from one to another, when it is new or its owner leaves.
#include "php/server/server_process.h"
#include "php/server/server_worker.h"
#include "proc/balance.h"

namespace tern::php {

namespace {

constexpr uint32_t kFresh = 1;  // flag of a handover: accepted just now, nobody was told yet

}  // namespace

void ServerWorker::take_over(proc::Message& message) noexcept {
    uint32_t coming = context_.counters.coming.load(std::memory_order_relaxed);
    if (coming > 0) context_.counters.coming.fetch_sub(1, std::memory_order_relaxed);
    proc::Handover handover;
    if (message.payload.size() < sizeof handover || !message.socket.open()) return;
    std::memcpy(&handover, message.payload.data(), sizeof handover);
    if (handover.origin.listener >= ports_.size()) return;
    serve::Passport passport{handover.session_id, handover.origin};
    if (process_.state().sessions().find(passport.session_id, seat_.incarnation) == nullptr) {
        Result<int64_t> fresh = context_.sessions.allocate(seat_.incarnation, id(), passport.origin);
        if (!fresh.ok()) return;
        passport.session_id = fresh.value();
    }
    serve::Port& port = ports_[handover.origin.listener]->port;
    if ((message.head.flags & kFresh) != 0) return port.greet(std::move(message.socket), passport);
    (void)port.adopt(std::move(message.socket), passport, message.payload.substr(sizeof handover));
}

Error ServerWorker::hand_over(const serve::Passport& passport, int fd, Bytes unread) {
    int seat = process_.state().current_seat(id());
    if (seat < 0 || static_cast<uint32_t>(seat) == seat_.seat) return Error::session_not_exist;
    return send_connection(static_cast<uint32_t>(seat), passport, fd, unread, 0);
}

Error ServerWorker::pass_on(const serve::Passport& passport, int fd) {
    int seat = proc::better_seat(process_.state(), seat_.seat);
    if (seat < 0) return Error::wrong_operation;
    return send_connection(static_cast<uint32_t>(seat), passport, fd, {}, kFresh);
}

// would_block: later, maybe to another seat.
Error ServerWorker::send_connection(uint32_t seat, const serve::Passport& passport, int fd, Bytes unread,
                                    uint32_t flags) noexcept {
    shm::WorkerCounters& receiver = process_.state().seat(seat);
    uint32_t incarnation = receiver.incarnation.load(std::memory_order_relaxed);
    int worker_id = receiver.worker_id.load(std::memory_order_relaxed);
    if (incarnation == 0) return Error::would_block;
    shm::SessionTable& sessions = process_.state().sessions();
    Error error = sessions.transfer(passport.session_id, seat_.incarnation, incarnation, worker_id);
    if (error != Error::ok) return error;
    proc::Handover handover{passport.session_id, passport.origin};
    proc::MessageHead head;
    head.kind = proc::MessageKind::handover;
    head.from_worker = id();
    head.to_worker = worker_id;
    head.flags = flags;
    Bytes first(reinterpret_cast<const char*>(&handover), sizeof handover);
    receiver.coming.fetch_add(1, std::memory_order_relaxed);
    const bool has_left = receiver.incarnation.load() != incarnation;
    error = has_left ? Error::would_block : process_.inboxes().send_socket(seat, head, first, unread, fd);
    if (error == Error::ok) return error;
    receiver.coming.fetch_sub(1, std::memory_order_relaxed);
    (void)sessions.transfer(passport.session_id, incarnation, seat_.incarnation, id());
    return error == Error::server_pipe_buffer_full ? Error::would_block : error;
}

}  // namespace tern::php
