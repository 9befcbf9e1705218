// ClientStreams knows from the heads of frames which streams a client has opened and which it has ended, of its last
// kRemembered stream ids. A client that goes on with a stream that it has ended itself, or opens one with an id below
// the last, is wrong (RFC 9113 5.1, 5.1.1); libnghttp2 drops such frames, so that the error would go unnoticed. Frames
// for a stream that the server has reset are no error: the client may not know yet.
#pragma once

#include <array>

#include "protocol/http/h2/frame_head.h"

namespace tern::http::h2 {

class ClientStreams {
public:
    enum class Fault : uint8_t {
        none,
        id_too_low,         // a stream with an id below the last one: PROTOCOL_ERROR
        closed,             // HEADERS or DATA on a stream that the client has ended or skipped: STREAM_CLOSED
        depends_on_itself,  // RFC 7540 5.3.1: PROTOCOL_ERROR
    };
    Fault judge(const FrameHead& head) noexcept;

    static constexpr uint32_t kRemembered = 256;

private:
    enum class State : uint8_t { unknown, skipped, open, ended };

    Fault judge_headers(const FrameHead& head) noexcept;
    void open_next(uint32_t place) noexcept;
    State state_of(uint32_t place) const noexcept;
    void end(uint32_t place) noexcept;

    // A stream's place is half its id: those of clients are odd. Slots are a ring over the last kRemembered places.
    std::array<State, kRemembered> slots_{};
    uint32_t next_ = 0;      // the place behind the last one that was opened
    bool in_block_ = false;  // only CONTINUATION may follow: libnghttp2 knows
};

}  // namespace tern::http::h2
