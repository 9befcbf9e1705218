// FrameWatch reads the heads of frames (RFC 9113 4.1) before libnghttp2 sees them, and detects what libnghttp2 ignores:
// floods, and frames for streams that the client has ended. It also keeps the window of the connection right where DATA
// is sent that libnghttp2 does not count.
#pragma once

#include <array>

#include "base/bytes.h"
#include "protocol/http/h2/flood_watch.h"

namespace tern::http::h2 {

// ClientStreams tracks, by the heads of frames, which of the last kRemembered streams a client has opened and ended. A
// client must not continue a stream that it has ended, nor open one with an id below the last (RFC 9113 5.1, 5.1.1).
// libnghttp2 drops such frames, so the error would not be noticed. Frames for a stream that the server has reset are no
// error, as the client may not know it yet.
class ClientStreams {
public:
    enum class Fault : uint8_t {
        none,
        id_too_low,         // a stream with an id below the last one: PROTOCOL_ERROR
        closed,             // HEADERS or DATA on a stream that the client has ended or skipped: STREAM_CLOSED
        depends_on_itself,  // RFC 7540 5.3.1: PROTOCOL_ERROR
    };
    Fault judge(const FrameHead& head) noexcept;
    // Only CONTINUATION may follow, which libnghttp2 checks.
    bool in_block() const noexcept { return in_block_; }

    static constexpr uint32_t kRemembered = 256;

private:
    enum class State : uint8_t { unknown, skipped, open, ended };

    Fault judge_headers(const FrameHead& head) noexcept;
    void open_next(uint32_t place) noexcept;
    State state_of(uint32_t place) const noexcept;
    void end(uint32_t place) noexcept;

    // The place of a stream is half its id, as ids of clients are odd. Slots are a ring of the last kRemembered places.
    std::array<State, kRemembered> slots_{};
    uint32_t next_ = 0;  // the place after the last opened one
    bool in_block_ = false;
};

class FrameWatch {
public:
    explicit FrameWatch(const FloodLimits& limits) noexcept : floods_(limits) {}

    // Removes the next part of `in` from it: input after the client's preface, split anywhere. Returns what libnghttp2
    // must process of that part, maybe nothing. The result is valid until the next call.
    Bytes next(Bytes& in) noexcept;
    // True: the part has a flood or breaks a rule, and nothing more must be processed.
    bool refuses() const noexcept { return refuses_; }
    FloodWatch& floods() noexcept { return floods_; }
    const FloodWatch& floods() const noexcept { return floods_; }
    // The reason of refuses(); none: it was a flood.
    ClientStreams::Fault fault() const noexcept { return fault_; }

    // DATA was sent that libnghttp2 does not count. The connection's next WINDOW_UPDATE frames reach it without these
    // bytes, so that its window becomes right again.
    void add_uncounted(uint32_t bytes) noexcept { uncounted_ += bytes; }
    // The window that libnghttp2 assumes for the connection is too large by these bytes.
    uint32_t uncounted() const noexcept { return uncounted_; }

private:
    size_t pass(Bytes in) noexcept;
    Bytes gather(Bytes& in) noexcept;
    bool fill(Bytes& in, uint8_t wanted) noexcept;
    bool reads_number_of(const FrameHead& head) const noexcept;
    bool judge(const FrameHead& head) noexcept;
    Bytes without_uncounted(Bytes window_update) noexcept;

    static constexpr uint8_t kHeadBytes = 9;
    static constexpr uint8_t kNumberBytes = 4;

    FloodWatch floods_;
    ClientStreams streams_;
    uint32_t payload_left_ = 0;
    uint32_t uncounted_ = 0;
    // The beginning of a frame that libnghttp2 has not got yet.
    uint8_t bytes_[kHeadBytes + kNumberBytes] = {};
    uint8_t filled_ = 0;
    bool refuses_ = false;
    ClientStreams::Fault fault_ = ClientStreams::Fault::none;
};

}  // namespace tern::http::h2
