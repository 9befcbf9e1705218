#include "worker/remote_sends.h"

namespace tern::worker {

// Removes the sent part from `bytes`.
Error RemoteSends::send_some(int64_t session_id, Bytes& bytes) noexcept {
    while (!bytes.empty()) {
        const Bytes part = bytes.substr(0, Messenger::kMaxSessionPayload);
        if (Error error = messenger_.send_to_session(session_id, part, OnFull::wake); error != Error::ok) return error;
        bytes.remove_prefix(part.size());
    }
    return Error::ok;
}

Error RemoteSends::send(int64_t session_id, Bytes bytes) {
    const auto before = waiting_.find(session_id);
    if (bytes_ > 0 && bytes_ + bytes.size() > kMostWaiting) return Error::server_pipe_buffer_full;
    if (before == waiting_.end()) {
        const Error error = send_some(session_id, bytes);
        if (error != Error::server_pipe_buffer_full) return error;
    }
    waiting_[session_id].emplace_back(bytes);
    bytes_ += bytes.size();
    return Error::ok;
}

Error RemoteSends::send_queue(int64_t session_id, Queue& queue) {
    while (!queue.empty()) {
        Bytes rest = queue.front();
        const Error error = send_some(session_id, rest);
        const size_t gone = queue.front().size() - rest.size();
        bytes_ -= gone;
        queue.front().erase(0, gone);
        if (error != Error::ok) return error;
        queue.pop_front();
    }
    return Error::ok;
}

void RemoteSends::send_waiting() {
    const size_t before = bytes_;
    for (auto one = waiting_.begin(); one != waiting_.end();) {
        Queue& queue = one->second;
        const Error error = send_queue(one->first, queue);
        if (error != Error::ok && error != Error::server_pipe_buffer_full) {  // the connection has ended
            for (const std::string& lost : queue) bytes_ -= lost.size();
            queue.clear();
        }
        one = queue.empty() ? waiting_.erase(one) : std::next(one);
    }
    if (before > kMostWaiting / 2 && bytes_ <= kMostWaiting / 2) on_room_(context_);
}

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
