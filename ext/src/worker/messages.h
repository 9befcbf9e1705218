// The heads of the messages between workers. The kinds are in proc/inbox.h. A comment at each head says what follows
// it.
#pragma once

#include <cstring>
#include <type_traits>

#include "proc/inbox.h"
#include "proc/message_body.h"
#include "shm/cache_shard.h"

namespace tern::worker {

// A message for a WebSocket; its payload follows. The opcode and the flags are those of
// Swoole\WebSocket\Server::push().
struct PushHead {
    int64_t session_id = 0;
    uint8_t opcode = 1;
    uint8_t flags = 1;
};

// The reason follows.
struct DisconnectHead {
    int64_t session_id = 0;
    uint16_t code = 1000;
};

// What a process adds to the response of a request that another worker has.
enum class ResponseStep : uint8_t {
    whole,   // head and body
    start,   // the head of a response in pieces
    piece,   // a part of its body
    finish,  // its end; the fields are its trailers
    abort,   // it stays incomplete
};

// The reason and the fields follow, then the body: bytes, or a file that is sent with the message.
struct ResponseStepHead {
    int64_t session_id = 0;
    uint32_t fields_size = 0;  // of the reason and the fields together
    uint16_t status = 200;
    ResponseStep step = ResponseStep::whole;
    bool keep_alive = true;
};

// The packed value follows. A long value is in a file that is sent with the message.
struct TaskHead {
    int64_t task_id = 0;
    double given_at_s = 0;  // since 1970
    uint32_t from_generation = 0;
    shm::CacheTag tag = 0;
    bool awaited = false;  // a caller waits for the result
    uint8_t flags = 0;     // SWOOLE_TASK_*, of how it was submitted
};

enum class TaskEnd : uint8_t {
    finished,
    without_result,  // sent only when a caller waits
    lost,            // its worker died
};

// The packed value follows as after a TaskHead.
struct TaskResultHead {
    int64_t task_id = 0;
    uint32_t to_generation = 0;
    shm::CacheTag tag = 0;
    TaskEnd end = TaskEnd::finished;
    bool awaited = false;
};

// A packet or an event of a connection that another worker has, or a datagram; see
// php/server/message/packet_dispatch.h. The packet follows.
struct PacketHead {
    int64_t session_id = 0;  // of a datagram: the size of the sender's address, which is before the data
    uint16_t port = 0;       // its number among the ports of the server
    uint8_t event = 0;
};

template <class Head>
Bytes bytes_of(const Head& head) noexcept {
    static_assert(std::is_trivially_copyable_v<Head>);
    return {reinterpret_cast<const char*>(&head), sizeof head};
}

// Returns false when the payload is too short for the head. Removes the head from `payload`.
template <class Head>
bool take_head(Bytes& payload, Head& head) noexcept {
    static_assert(std::is_trivially_copyable_v<Head>);
    if (payload.size() < sizeof head) return false;
    std::memcpy(&head, payload.data(), sizeof head);
    payload.remove_prefix(sizeof head);
    return true;
}

// The body of a message: `rest`, or the content of the file that came with the message. `file` owns that content.
inline Bytes body_of(const proc::Message& message, Bytes rest, proc::MessageBody& file) noexcept {
    if (!message.socket.open()) return rest;
    return file.open(message.socket.get()) == Error::ok ? file.view() : Bytes();
}

}  // namespace tern::worker
