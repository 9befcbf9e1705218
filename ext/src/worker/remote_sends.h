// Queues bytes for connections of other workers, in the order of each connection. A message holds only a part of large
// data, and a worker's inbox may be full. The rest waits here until that worker has made room and wakes this one.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "worker/messenger.h"

namespace tern::worker {

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

}  // namespace tern::worker
