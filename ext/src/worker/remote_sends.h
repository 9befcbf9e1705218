// What waits here until the inbox of another worker has room.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "worker/messenger.h"

namespace tern::worker {

// Queues bytes for connections of other workers, in the order of each connection. A message holds only a part of large
// data, and a worker's inbox may be full. The rest waits here until that worker has made room and wakes this one.
class RemoteSends {
public:
    static constexpr size_t kMostWaiting = 8 << 20;  // bytes; a message that arrives at an empty queue may be larger

    // `on_room` is called by send_waiting() when half of kMostWaiting is free again.
    RemoteSends(Messenger& messenger, void (*on_room)(void* context), void* context) noexcept
        : messenger_(messenger), on_room_(on_room), context_(context) {}
    RemoteSends(const RemoteSends&) = delete;
    RemoteSends& operator=(const RemoteSends&) = delete;

    // server_pipe_buffer_full: too many bytes wait already, and none of `bytes` were queued.
    Error send(int64_t session_id, Bytes bytes);
    bool empty() const noexcept { return waiting_.empty(); }
    // Call it when this process was woken.
    void send_waiting();

private:
    using Queue = std::deque<std::string>;

    Error send_some(int64_t session_id, Bytes& bytes) noexcept;
    Error send_queue(int64_t session_id, Queue& queue);

    Messenger& messenger_;
    void (*on_room_)(void*);
    void* context_;
    std::unordered_map<int64_t, Queue> waiting_;  // by session
    size_t bytes_ = 0;
};

// Sends packets and events of this worker's connections to the workers that the program's dispatch_func chose, in the
// order of each receiver. The inbox of a worker may be full; then they wait here until it has room and wakes this one.
class PacketForwards {
public:
    static constexpr size_t kMostWaiting = 8 << 20;  // bytes of all receivers

    explicit PacketForwards(Messenger& messenger) noexcept : messenger_(messenger) {}
    PacketForwards(const PacketForwards&) = delete;
    PacketForwards& operator=(const PacketForwards&) = delete;

    // server_pipe_buffer_full: too many bytes wait already. Other errors: that worker gets nothing now.
    Error send(int worker_id, const PacketHead& head, Bytes packet);
    bool empty() const noexcept { return waiting_.empty(); }
    // Call it when this process was woken.
    void send_waiting();

private:
    struct Waiting {
        PacketHead head;
        std::string packet;
    };

    Error try_to_send(int worker_id, const PacketHead& head, Bytes packet) noexcept;

    Messenger& messenger_;
    std::unordered_map<int, std::deque<Waiting>> waiting_;  // by receiver
    size_t bytes_ = 0;
};

}  // namespace tern::worker
