#include "protocol/http/h2/client_streams.h"

#include <algorithm>

namespace tern::http::h2 {

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
