// Sends packets and events of this worker's connections to the workers that the program's dispatch_func chose, in the
// order of each receiver. The inbox of a worker may be full; then they wait here until it has room and wakes this one.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "worker/messenger.h"

namespace tern::worker {

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
