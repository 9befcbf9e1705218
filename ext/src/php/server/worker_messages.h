// What workers write to each other about sessions: a message each, to the seat of the session's owner. The order of one
// worker's messages is kept. Ok says that the message is in the owner's box: that the session is still open when it is
// read is not known. Works in the master, too.
//
// session_not_exist: nobody has it. server_pipe_buffer_full: its worker has not read for a while; nothing was sent.
// data_length_too_large: above kMaxForeignPayload.
#pragma once

#include "proc/inbox.h"
#include "proc/message_body.h"

namespace tern::php {

class ServerProcess;

// How a message of a WebSocket goes out; the numbers are those of Swoole\WebSocket\Server::push().
struct PushHead {
    int64_t session_id = 0;
    uint8_t opcode = 1;
    uint8_t flags = 1;
};

struct DisconnectHead {
    int64_t session_id = 0;
    uint16_t code = 1000;
};

inline constexpr size_t kMaxForeignPayload = proc::Inboxes::kMaxPayload - 64;

Error push_to_session(ServerProcess& process, const PushHead& head, Bytes payload) noexcept;
Error disconnect_session(ServerProcess& process, const DisconnectHead& head, Bytes reason) noexcept;
// Bytes for a connection of the program's own protocol, at most kMaxForeignPayload.
Error send_to_foreign_session(ServerProcess& process, int64_t session_id, Bytes bytes) noexcept;
// The same of any length, for a process without workers' queues: waits until there is room, the whole process does.
Error send_without_loop(ServerProcess& process, int64_t session_id, Bytes bytes) noexcept;
Error close_foreign_session(ServerProcess& process, int64_t session_id, bool reset) noexcept;

// To whoever is worker `worker_id` when it arrives; or first to one process, while it lives. `body` of any length up to
// MessageBody::kMost. server_no_idle_worker: nobody is there, or not yet again.
Error send_to_worker(ServerProcess& process, int worker_id, proc::MessageHead head, Bytes first, Bytes body) noexcept;
// The seat of that process, else of who has its worker id now; -1: nobody. The master, worker -1, has the box behind
// those of the seats.
int seat_of_receiver(ServerProcess& process, uint32_t incarnation, int worker_id) noexcept;
Error send_to_process(ServerProcess& process, uint32_t incarnation, int worker_id, proc::MessageHead head, Bytes first,
                      Bytes body) noexcept;

// What follows the head of a message: in it, or in the file that came with it, which `file` then holds.
Bytes body_of(const proc::Message& message, Bytes rest, proc::MessageBody& file) noexcept;

// What a message begins with.
template <class Head>
Bytes bytes_of(const Head& head) noexcept {
    static_assert(std::is_trivially_copyable_v<Head>);
    return {reinterpret_cast<const char*>(&head), sizeof head};
}

// The head that a message begins with; false when it is too short. `payload` goes on behind it.
template <class Head>
bool take_head(Bytes& payload, Head& head) noexcept {
    static_assert(std::is_trivially_copyable_v<Head>);
    if (payload.size() < sizeof head) return false;
    std::memcpy(&head, payload.data(), sizeof head);
    payload.remove_prefix(sizeof head);
    return true;
}

}  // namespace tern::php
