#include "php/server/worker_messages.h"

#include <unistd.h>

#include "php/server/server_process.h"
#include "php/server/server_worker.h"

namespace tern::php {

namespace {

constexpr int64_t kMostWaitMs = 5000;  // for a worker that does not read

Error send_to_owner(ServerProcess& process, int64_t session_id, proc::MessageHead head, Bytes first,
                    Bytes second) noexcept {
    const Result<shm::SessionInfo> session = process.state().sessions().read(session_id);
    if (!session.ok()) return Error::session_not_exist;
    const int seat = process.state().seat_of(session.value().owner);
    if (seat < 0) return Error::session_not_exist;
    head.from_worker = process.worker_id();
    head.to_worker = session.value().worker_id;
    return process.inboxes().send(static_cast<uint32_t>(seat), head, first, second);
}

}  // namespace

Bytes body_of(const proc::Message& message, Bytes rest, proc::MessageBody& file) noexcept {
    if (!message.socket.open()) return rest;
    return file.open(message.socket.get()) == Error::ok ? file.view() : Bytes();
}

int seat_of_receiver(ServerProcess& process, uint32_t incarnation, int worker_id) noexcept {
    if (worker_id < 0) return static_cast<int>(process.state().seat_count());
    const int seat = process.state().seat_of(incarnation);
    return seat >= 0 ? seat : process.state().current_seat(worker_id);
}

Error send_to_process(ServerProcess& process, uint32_t incarnation, int worker_id, proc::MessageHead head, Bytes first,
                      Bytes body) noexcept {
    const int seat = seat_of_receiver(process, incarnation, worker_id);
    if (seat < 0) return Error::server_no_idle_worker;
    head.from_worker = process.worker_id();
    head.to_worker = worker_id;
    return process.inboxes().send_any(static_cast<uint32_t>(seat), head, first, body);
}

Error send_to_worker(ServerProcess& process, int worker_id, proc::MessageHead head, Bytes first, Bytes body) noexcept {
    return send_to_process(process, 0, worker_id, head, first, body);
}

Error push_to_session(ServerProcess& process, const PushHead& head, Bytes payload) noexcept {
    return send_to_owner(process, head.session_id, {.kind = proc::MessageKind::push_to_session}, bytes_of(head),
                         payload);
}

Error disconnect_session(ServerProcess& process, const DisconnectHead& head, Bytes reason) noexcept {
    return send_to_owner(process, head.session_id, {.kind = proc::MessageKind::disconnect_session}, bytes_of(head),
                         reason);
}

Error send_to_foreign_session(ServerProcess& process, int64_t session_id, Bytes bytes) noexcept {
    return send_to_owner(process, session_id, {.kind = proc::MessageKind::send_to_session}, bytes_of(session_id),
                         bytes);
}

Error send_without_loop(ServerProcess& process, int64_t session_id, Bytes bytes) noexcept {
    for (int64_t left_ms = process.worker_id() < 0 ? 0 : kMostWaitMs; !bytes.empty();) {  // the master never waits
        const Bytes part = bytes.substr(0, kMaxForeignPayload);
        const Error error = send_to_foreign_session(process, session_id, part);
        const bool may_wait = error == Error::server_pipe_buffer_full && left_ms-- > 0;
        if (error != Error::ok && !may_wait) return error;
        if (error == Error::ok) {
            bytes.remove_prefix(part.size());
        } else {
            (void)::usleep(1000);
        }
    }
    return Error::ok;
}

Error close_foreign_session(ServerProcess& process, int64_t session_id, bool reset) noexcept {
    return send_to_owner(process, session_id, {.kind = proc::MessageKind::close_session, .flags = reset ? 1u : 0u},
                         bytes_of(session_id), {});
}

}  // namespace tern::php
