#include "protocol/http/h2/frame_watch.h"

#include <algorithm>
#include <cstring>

namespace tern::http::h2 {

namespace {

uint32_t number_of(const uint8_t* at) noexcept {
    return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | at[3];
}

constexpr uint32_t kReserved = uint32_t{1} << 31;

}  // namespace

bool FrameWatch::pass(Bytes in, int64_t now_ms) noexcept {
    floods_.set_now(now_ms);
    while (!in.empty()) {
        if (payload_left_ > 0) {
            const size_t taken = std::min<size_t>(payload_left_, in.size());
            payload_left_ -= static_cast<uint32_t>(taken);
            in.remove_prefix(taken);
            continue;
        }
        const size_t taken = std::min<size_t>(wanted_ - filled_, in.size());
        std::memcpy(bytes_ + filled_, in.data(), taken);
        filled_ = static_cast<uint8_t>(filled_ + taken);
        in.remove_prefix(taken);
        if (filled_ < wanted_) return true;
        if (!judge()) return false;
    }
    return true;
}

// For PRIORITY the stream that it depends on is read as well, if the frame is long enough.
bool FrameWatch::judge() noexcept {
    const FrameHead seen = head();
    if (seen.type == FrameType::priority && seen.length >= kDependencyBytes && wanted_ == kHeadBytes) {
        wanted_ = sizeof bytes_;
        return true;
    }
    payload_left_ = seen.length - (wanted_ - kHeadBytes);
    wanted_ = kHeadBytes;
    filled_ = 0;
    if (!floods_.judge(seen)) return false;
    fault_ = streams_.judge(seen);
    return fault_ == ClientStreams::Fault::none;
}

FrameHead FrameWatch::head() const noexcept {
    FrameHead head;
    head.length = uint32_t{bytes_[0]} << 16 | uint32_t{bytes_[1]} << 8 | bytes_[2];
    head.type = FrameType{bytes_[3]};
    head.flags = bytes_[4];
    head.stream_id = number_of(bytes_ + 5) & ~kReserved;
    if (wanted_ > kHeadBytes) head.depends_on = number_of(bytes_ + kHeadBytes) & ~kReserved;
    return head;
}

}  // namespace tern::http::h2
