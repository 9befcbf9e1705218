#include "protocol/http/h2/frame_watch.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tern::http::h2 {

namespace {

uint32_t number_of(const char* at) noexcept {
    const auto* bytes = reinterpret_cast<const uint8_t*>(at);
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

void write_number(uint8_t* at, uint32_t number) noexcept {
    for (int shift = 24; shift >= 0; shift -= 8) *at++ = static_cast<uint8_t>(number >> shift);
}

constexpr uint32_t kReserved = uint32_t{1} << 31;

FrameHead head_at(const char* at) noexcept {
    FrameHead head;
    head.length = number_of(at) >> 8;
    head.type = FrameType{static_cast<uint8_t>(at[3])};
    head.flags = static_cast<uint8_t>(at[4]);
    head.stream_id = number_of(at + 5) & ~kReserved;
    return head;
}

}  // namespace

Bytes FrameWatch::next(Bytes& in) noexcept {
    const size_t passed = filled_ == 0 ? pass(in) : 0;
    if (refuses_) return {};
    if (passed == 0) return gather(in);
    const Bytes run = in.substr(0, passed);
    in.remove_prefix(passed);
    return run;
}

// Returns how much libnghttp2 may process as it is. What follows needs gather().
size_t FrameWatch::pass(Bytes in) noexcept {
    for (size_t at = 0;; at += kHeadBytes) {
        const size_t taken = std::min<size_t>(payload_left_, in.size() - at);
        payload_left_ -= static_cast<uint32_t>(taken);
        at += taken;
        if (in.size() - at < kHeadBytes) return at;
        const FrameHead head = head_at(in.data() + at);
        if (reads_number_of(head) || !judge(head)) return at;
        payload_left_ = head.length;
    }
}

// PRIORITY begins with the stream that it depends on, WINDOW_UPDATE with its increment.
bool FrameWatch::reads_number_of(const FrameHead& head) const noexcept {
    if (head.type == FrameType::priority) return head.length >= kNumberBytes;
    return head.type == FrameType::window_update && uncounted_ > 0 && head.stream_id == 0 &&
           head.length == kNumberBytes && !streams_.in_block();
}

Bytes FrameWatch::gather(Bytes& in) noexcept {
    if (!fill(in, kHeadBytes)) return {};
    const auto* at = reinterpret_cast<const char*>(bytes_);
    FrameHead head = head_at(at);
    const bool reads_number = reads_number_of(head);
    if (reads_number && !fill(in, sizeof bytes_)) return {};
    const Bytes frame(at, std::exchange(filled_, 0));
    if (head.type == FrameType::priority && reads_number) head.depends_on = number_of(at + kHeadBytes) & ~kReserved;
    if (!judge(head)) return {};
    payload_left_ = head.length - static_cast<uint32_t>(frame.size() - kHeadBytes);
    return reads_number && head.type == FrameType::window_update ? without_uncounted(frame) : frame;
}

bool FrameWatch::fill(Bytes& in, uint8_t wanted) noexcept {
    if (filled_ >= wanted) return true;
    const size_t taken = std::min<size_t>(wanted - filled_, in.size());
    std::memcpy(bytes_ + filled_, in.data(), taken);
    filled_ = static_cast<uint8_t>(filled_ + taken);
    in.remove_prefix(taken);
    return filled_ == wanted;
}

bool FrameWatch::judge(const FrameHead& head) noexcept {
    refuses_ = !floods_.judge(head) || (fault_ = streams_.judge(head)) != ClientStreams::Fault::none;
    return !refuses_;
}

// An increment of 0 is an error, which libnghttp2 finds.
Bytes FrameWatch::without_uncounted(Bytes window_update) noexcept {
    const uint32_t increment = number_of(window_update.data() + kHeadBytes) & ~kReserved;
    const uint32_t counted = std::min(increment, uncounted_);
    uncounted_ -= counted;
    if (counted > 0 && counted == increment) return {};
    write_number(bytes_ + kHeadBytes, increment - counted);
    return window_update;
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
