// The head of each frame of HTTP/2 (RFC 9113 4.1), and the part of the payload that FrameWatch reads.
#pragma once

#include <cstdint>

namespace tern::http::h2 {

enum class FrameType : uint8_t {
    data = 0x0,
    headers = 0x1,
    priority = 0x2,
    reset_stream = 0x3,
    settings = 0x4,
    push_promise = 0x5,
    ping = 0x6,
    goaway = 0x7,
    window_update = 0x8,
    continuation = 0x9,
    priority_update = 0x10,
};

inline constexpr uint8_t kEndStream = 0x1;  // the same bit as ACK
inline constexpr uint8_t kAck = 0x1;
inline constexpr uint8_t kPadded = 0x8;

struct FrameHead {
    uint32_t length = 0;
    FrameType type = FrameType::data;
    uint8_t flags = 0;
    uint32_t stream_id = 0;
    uint32_t depends_on = 0;  // for PRIORITY: the stream that its payload names
};

}  // namespace tern::http::h2
