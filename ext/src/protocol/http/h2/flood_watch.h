// FloodWatch counts the frames of HTTP/2 that cost the client less than the server. Each kind has a limit per minute,
// which may be used at once; more is a flood (RFC 9113 10.5).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tern::http::h2 {

// The head of each frame of HTTP/2 (RFC 9113 4.1), and the part of the payload that FrameWatch reads.
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

enum class Flood : uint8_t {
    resets,          // RST_STREAM, and streams that were reset for errors of the client (CVE-2023-44487)
    pings,           // PING that is no acknowledgement
    settings,        // SETTINGS that are no acknowledgement
    empty_frames,    // DATA and CONTINUATION without payload, except for DATA that ends its stream
    window_updates,  // above eight for each DATA frame sent
    priorities,      // PRIORITY and PRIORITY_UPDATE, above eight for each stream
    continuations,   // CONTINUATION frames of one head (CVE-2024-27316)
    unknown_frames,  // of types that are unknown here
};
inline constexpr size_t kFloodKinds = 8;

// Static texts: for the log, and for the key in stats().
const char* name_of(Flood kind) noexcept;
const char* counter_of(Flood kind) noexcept;

// Frames per minute by kind; 0: no limit. For `continuations`: frames of one head.
struct FloodLimits {
    std::array<uint32_t, kFloodKinds> allowed = {600, 600, 120, 120, 6000, 1200, 8, 1200};

    uint32_t& operator[](Flood kind) noexcept { return allowed[static_cast<size_t>(kind)]; }
    uint32_t operator[](Flood kind) const noexcept { return allowed[static_cast<size_t>(kind)]; }
};

class FloodWatch {
public:
    explicit FloodWatch(const FloodLimits& limits) noexcept : limits_(limits) {}

    void set_now(int64_t now_ms) noexcept { now_us_ = now_ms * 1000; }
    // False: this frame makes it a flood, of kind().
    bool judge(const FrameHead& head) noexcept;
    // Counts one of that kind. False: it is a flood.
    bool count(Flood kind) noexcept;
    // A DATA frame is sent, which the client may acknowledge.
    void on_data_sent() noexcept { allow(Flood::window_updates, kUpdatesPerData); }
    Flood kind() const noexcept { return kind_; }

private:
    bool judge_continuation(uint32_t length) noexcept;
    void allow(Flood kind, int64_t frames) noexcept;

    static constexpr int64_t kUpdatesPerData = 8;
    static constexpr int64_t kPrioritiesPerStream = 8;

    FloodLimits limits_;
    // For each kind, the time when its allowance is full again. One minute ahead, it is used up.
    std::array<int64_t, kFloodKinds> whole_at_us_{};
    int64_t now_us_ = 0;
    uint32_t continuations_ = 0;
    Flood kind_ = Flood::resets;
};

}  // namespace tern::http::h2
