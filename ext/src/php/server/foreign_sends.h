// What goes to connections of other workers, in the order of each connection. A message holds a part of a large
// message, and a worker's box may be full: what is left waits here, and is tried again every millisecond.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "loop/loop.h"
#include "php/server/worker_messages.h"

namespace tern::php {

class ForeignSends {
public:
    static constexpr size_t kMostWaiting = 8 << 20;  // bytes; a message that comes while none wait may be larger

    // `on_room` is called when half of kMostWaiting is free again, by the loop.
    ForeignSends(ServerProcess& process, loop::Loop& loop, void (*on_room)(void* context), void* context) noexcept;

    // server_pipe_buffer_full: too much waits already, and nothing of `bytes` does.
    Error send(int64_t session_id, Bytes bytes);
    bool empty() const noexcept { return waiting_.empty(); }

private:
    static constexpr int64_t kAgainMs = 1;

    Error send_some(int64_t session_id, Bytes& bytes) noexcept;
    void send_waiting();

    ServerProcess& process_;
    loop::Loop& loop_;
    void (*on_room_)(void*);
    void* context_;
    loop::Timer again_;
    std::unordered_map<int64_t, std::deque<std::string>> waiting_;  // by session
    size_t bytes_ = 0;
};

}  // namespace tern::php
