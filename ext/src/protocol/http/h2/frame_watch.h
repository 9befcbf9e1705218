// FrameWatch reads the heads of frames (RFC 9113 4.1) before libnghttp2 sees them, and detects what libnghttp2 ignores:
// floods, and frames for streams that the client has ended.
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

    static constexpr uint32_t kRemembered = 256;

private:
    enum class State : uint8_t { unknown, skipped, open, ended };

    Fault judge_headers(const FrameHead& head) noexcept;
    void open_next(uint32_t place) noexcept;
    State state_of(uint32_t place) const noexcept;
    void end(uint32_t place) noexcept;

    // The place of a stream is half its id, as ids of clients are odd. Slots are a ring of the last kRemembered places.
    std::array<State, kRemembered> slots_{};
    uint32_t next_ = 0;      // the place after the last opened one
    bool in_block_ = false;  // only CONTINUATION may follow, which libnghttp2 checks
};

class FrameWatch {
public:
    explicit FrameWatch(const FloodLimits& limits) noexcept : floods_(limits) {}

    // Input after the client's preface, split anywhere. False: it is a flood or breaks a rule, and must not be
    // processed.
    bool pass(Bytes in, int64_t now_ms) noexcept;
    FloodWatch& floods() noexcept { return floods_; }
    const FloodWatch& floods() const noexcept { return floods_; }
    // The reason of a false result of pass(); none: it was a flood.
    ClientStreams::Fault fault() const noexcept { return fault_; }

private:
    bool judge() noexcept;
    FrameHead head() const noexcept;

    static constexpr uint8_t kHeadBytes = 9;
    static constexpr uint8_t kDependencyBytes = 4;

    FloodWatch floods_;
    ClientStreams streams_;
    uint32_t payload_left_ = 0;
    uint8_t bytes_[kHeadBytes + kDependencyBytes] = {};
    uint8_t filled_ = 0;
    uint8_t wanted_ = kHeadBytes;
    ClientStreams::Fault fault_ = ClientStreams::Fault::none;
};

}  // namespace tern::http::h2
