// FrameWatch reads the heads of frames (RFC 9113 4.1) before libnghttp2 sees them, and detects what libnghttp2 ignores:
// floods, and frames for streams that the client has ended.
#pragma once

#include "base/bytes.h"
#include "protocol/http/h2/client_streams.h"
#include "protocol/http/h2/flood_watch.h"

namespace tern::http::h2 {

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
