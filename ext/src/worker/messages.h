// What the messages between workers begin with. The kinds are in proc/inbox.h; what follows a head is said beside it.
#pragma once

#include <cstring>
#include <type_traits>

#include "proc/inbox.h"
#include "proc/message_body.h"
#include "shm/cache_shard.h"

namespace tern::worker {

// A message for a WebSocket: its payload follows. The numbers are those of Swoole\WebSocket\Server::push().
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

// The packed value follows, or is in a file beside the message when it is long.
struct TaskHead {
    int64_t task_id = 0;
    double given_at_s = 0;  // since 1970
    uint32_t from_generation = 0;
    shm::CacheTag tag = 0;
    bool awaited = false;  // somebody waits for the result
};

enum class TaskEnd : uint8_t {
    finished,
    without_result,  // sent only to those who wait
    lost,            // its worker died
};

// The same.
struct TaskResultHead {
    int64_t task_id = 0;
    uint32_t to_generation = 0;
    shm::CacheTag tag = 0;
    TaskEnd end = TaskEnd::finished;
    bool awaited = false;
};

template <class Head>
Bytes bytes_of(const Head& head) noexcept {
    static_assert(std::is_trivially_copyable_v<Head>);
    return {reinterpret_cast<const char*>(&head), sizeof head};
}

// False when the payload is too short for the head. `payload` goes on behind it.
template <class Head>
bool take_head(Bytes& payload, Head& head) noexcept {
    static_assert(std::is_trivially_copyable_v<Head>);
    if (payload.size() < sizeof head) return false;
    std::memcpy(&head, payload.data(), sizeof head);
    payload.remove_prefix(sizeof head);
    return true;
}

// What follows the head of a message: in it, or in the file that came with it, which `file` then holds.
inline Bytes body_of(const proc::Message& message, Bytes rest, proc::MessageBody& file) noexcept {
    if (!message.socket.open()) return rest;
    return file.open(message.socket.get()) == Error::ok ? file.view() : Bytes();
}

}  // namespace tern::worker
