#include "worker/packet_forwards.h"

namespace tern::worker {

Error PacketForwards::try_to_send(int worker_id, const PacketHead& head, Bytes packet) noexcept {
    const proc::MessageHead message{.kind = proc::MessageKind::packet};
    return messenger_.send_to_worker(worker_id, message, bytes_of(head), packet, OnFull::wake);
}

Error PacketForwards::send(int worker_id, const PacketHead& head, Bytes packet) {
    if (waiting_.find(worker_id) == waiting_.end()) {
        const Error error = try_to_send(worker_id, head, packet);
        if (error != Error::server_pipe_buffer_full) return error;
    }
    if (bytes_ + packet.size() > kMostWaiting) return Error::server_pipe_buffer_full;
    waiting_[worker_id].push_back({head, std::string(packet)});
    bytes_ += packet.size();
    return Error::ok;
}

// What cannot be sent any more is dropped: its receiver has ended, and has no successor.
void PacketForwards::send_waiting() {
    for (auto one = waiting_.begin(); one != waiting_.end();) {
        std::deque<Waiting>& queue = one->second;
        while (!queue.empty()) {
            const Error error = try_to_send(one->first, queue.front().head, queue.front().packet);
            if (error == Error::server_pipe_buffer_full || error == proc::Inboxes::kSystemBusy) break;
            bytes_ -= queue.front().packet.size();
            queue.pop_front();
        }
        one = queue.empty() ? waiting_.erase(one) : std::next(one);
    }
}

}  // namespace tern::worker
