#include "php/server/foreign_sends.h"

namespace tern::php {

ForeignSends::ForeignSends(ServerProcess& process, loop::Loop& loop, void (*on_room)(void* context),
                           void* context) noexcept
    : process_(process),
      loop_(loop),
      on_room_(on_room),
      context_(context),
      again_([](void* self) { static_cast<ForeignSends*>(self)->send_waiting(); }, this) {}

// Takes from `bytes` what has gone.
Error ForeignSends::send_some(int64_t session_id, Bytes& bytes) noexcept {
    while (!bytes.empty()) {
        const Bytes part = bytes.substr(0, kMaxForeignPayload);
        if (Error error = send_to_foreign_session(process_, session_id, part); error != Error::ok) return error;
        bytes.remove_prefix(part.size());
    }
    return Error::ok;
}

Error ForeignSends::send(int64_t session_id, Bytes bytes) {
    const auto before = waiting_.find(session_id);
    if (bytes_ > 0 && bytes_ + bytes.size() > kMostWaiting) return Error::server_pipe_buffer_full;
    if (before == waiting_.end()) {
        const Error error = send_some(session_id, bytes);
        if (error != Error::server_pipe_buffer_full) return error;
    }
    waiting_[session_id].emplace_back(bytes);
    bytes_ += bytes.size();
    if (!again_.pending()) loop_.start_timer(again_, kAgainMs);
    return Error::ok;
}

void ForeignSends::send_waiting() {
    const size_t before = bytes_;
    for (auto one = waiting_.begin(); one != waiting_.end();) {
        std::deque<std::string>& queue = one->second;
        Error error = Error::ok;
        while (!queue.empty() && error == Error::ok) {
            Bytes rest = queue.front();
            error = send_some(one->first, rest);
            const size_t gone = queue.front().size() - rest.size();
            bytes_ -= gone;
            queue.front().erase(0, gone);
            if (error == Error::ok) queue.pop_front();
        }
        if (error != Error::ok && error != Error::server_pipe_buffer_full) {  // the connection has ended
            for (const std::string& lost : queue) bytes_ -= lost.size();
            queue.clear();
        }
        one = queue.empty() ? waiting_.erase(one) : std::next(one);
    }
    if (!waiting_.empty()) loop_.start_timer(again_, kAgainMs);
    if (before > kMostWaiting / 2 && bytes_ <= kMostWaiting / 2) on_room_(context_);
}

}  // namespace tern::php
