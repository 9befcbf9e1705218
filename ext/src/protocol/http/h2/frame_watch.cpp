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

namespace {
constexpr uint8_t kEndHeaders = 0x4;
}  // namespace

ClientStreams::Fault ClientStreams::judge(const FrameHead& head) noexcept {
    if (in_block_) {
        in_block_ = head.type != FrameType::continuation || (head.flags & kEndHeaders) == 0;
        return Fault::none;
    }
    if (head.type == FrameType::headers) in_block_ = (head.flags & kEndHeaders) == 0;
    if (head.stream_id % 2 == 0) return Fault::none;
    const uint32_t place = head.stream_id / 2;
    switch (head.type) {
        case FrameType::headers: return judge_headers(head);
        case FrameType::data: {
            const State state = state_of(place);
            if (state == State::ended || state == State::skipped) return Fault::closed;
            if ((head.flags & kEndStream) != 0) end(place);
            return Fault::none;
        }
        case FrameType::reset_stream: end(place); return Fault::none;
        case FrameType::priority: return head.depends_on == head.stream_id ? Fault::depends_on_itself : Fault::none;
        default: return Fault::none;
    }
}

// HEADERS open a stream, or are the trailers of an open one.
ClientStreams::Fault ClientStreams::judge_headers(const FrameHead& head) noexcept {
    const uint32_t place = head.stream_id / 2;
    if (place >= next_) open_next(place);
    const State state = state_of(place);
    if (state == State::skipped) return Fault::id_too_low;
    if (state == State::ended) return Fault::closed;
    if ((head.flags & kEndStream) != 0) end(place);
    return Fault::none;
}

void ClientStreams::open_next(uint32_t place) noexcept {
    const uint32_t first = place - next_ < kRemembered ? next_ : place - kRemembered + 1;
    for (uint32_t one = first; one < place; ++one) slots_[one % kRemembered] = State::skipped;
    slots_[place % kRemembered] = State::open;
    next_ = place + 1;
}

ClientStreams::State ClientStreams::state_of(uint32_t place) const noexcept {
    return place < next_ && next_ - place <= kRemembered ? slots_[place % kRemembered] : State::unknown;
}

void ClientStreams::end(uint32_t place) noexcept {
    if (state_of(place) == State::open) slots_[place % kRemembered] = State::ended;
}

}  // namespace tern::http::h2
