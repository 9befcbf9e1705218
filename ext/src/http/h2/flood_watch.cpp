#include "http/h2/flood_watch.h"

#include <algorithm>
#include <cstring>

namespace tern::http::h2 {

namespace {

constexpr int64_t kMinuteUs = 60'000'000;

enum FrameType : uint8_t {
    kData = 0x0,
    kHeaders = 0x1,
    kPriority = 0x2,
    kResetStream = 0x3,
    kSettings = 0x4,
    kPushPromise = 0x5,
    kPing = 0x6,
    kGoaway = 0x7,
    kWindowUpdate = 0x8,
    kContinuation = 0x9,
    kPriorityUpdate = 0x10,
};

constexpr uint8_t kEndStream = 0x1;  // the same bit as ACK
constexpr uint8_t kAck = 0x1;
constexpr uint8_t kPadded = 0x8;

}  // namespace

const char* name_of(Flood kind) noexcept {
    static constexpr const char* kNames[kFloodKinds] = {
        "stream resets",        "PING frames",     "SETTINGS frames",     "empty frames",
        "WINDOW_UPDATE frames", "priority frames", "CONTINUATION frames", "unknown frames",
    };
    return kNames[static_cast<size_t>(kind)];
}

const char* counter_of(Flood kind) noexcept {
    static constexpr const char* kNames[kFloodKinds] = {
        "http2_flood_resets",        "http2_flood_pings",          "http2_flood_settings",
        "http2_flood_empty_frames",  "http2_flood_window_updates", "http2_flood_priorities",
        "http2_flood_continuations", "http2_flood_unknown_frames",
    };
    return kNames[static_cast<size_t>(kind)];
}

bool FloodWatch::pass(Bytes in, int64_t now_ms) noexcept {
    now_us_ = now_ms * 1000;
    while (!in.empty()) {
        if (payload_left_ > 0) {
            const size_t taken = std::min<size_t>(payload_left_, in.size());
            payload_left_ -= static_cast<uint32_t>(taken);
            in.remove_prefix(taken);
            continue;
        }
        const size_t taken = std::min<size_t>(kHeadBytes - head_filled_, in.size());
        std::memcpy(head_ + head_filled_, in.data(), taken);
        head_filled_ = static_cast<uint8_t>(head_filled_ + taken);
        in.remove_prefix(taken);
        if (head_filled_ < kHeadBytes) return true;
        head_filled_ = 0;
        payload_left_ = uint32_t{head_[0]} << 16 | uint32_t{head_[1]} << 8 | head_[2];
        if (!judge_frame()) return false;
    }
    return true;
}

bool FloodWatch::judge_frame() noexcept {
    const uint8_t type = head_[3];
    const uint8_t flags = head_[4];
    switch (type) {
        // One byte of payload may be no more than the length of its padding, 0.
        case kData:
            return payload_left_ > ((flags & kPadded) != 0 ? 1U : 0U) || (flags & kEndStream) != 0 ||
                   count(Flood::empty_frames);
        case kHeaders:
            continuations_ = 0;
            allow(Flood::priorities, kPrioritiesPerStream);
            return true;
        case kPriority:
        case kPriorityUpdate: return count(Flood::priorities);
        case kResetStream: return count(Flood::resets);
        case kSettings: return (flags & kAck) != 0 || count(Flood::settings);
        case kPing: return (flags & kAck) != 0 || count(Flood::pings);
        case kWindowUpdate: return count(Flood::window_updates);
        case kContinuation: return judge_continuation(payload_left_);
        case kPushPromise:
        case kGoaway: return true;
        default: return count(Flood::unknown_frames);
    }
}

bool FloodWatch::judge_continuation(uint32_t length) noexcept {
    const uint32_t allowed = limits_[Flood::continuations];
    if (allowed > 0 && ++continuations_ > allowed) {
        kind_ = Flood::continuations;
        return false;
    }
    return length > 0 || count(Flood::empty_frames);
}

bool FloodWatch::count(Flood kind) noexcept {
    const uint32_t allowed = limits_[kind];
    if (allowed == 0) return true;
    int64_t& whole_at_us = whole_at_us_[static_cast<size_t>(kind)];
    whole_at_us = std::max(whole_at_us, now_us_) + kMinuteUs / allowed;
    if (whole_at_us - now_us_ <= kMinuteUs) return true;
    kind_ = kind;
    return false;
}

void FloodWatch::allow(Flood kind, int64_t frames) noexcept {
    const uint32_t allowed = limits_[kind];
    if (allowed > 0) whole_at_us_[static_cast<size_t>(kind)] -= frames * (kMinuteUs / allowed);
}

}  // namespace tern::http::h2
