#include "protocol/http/h2/flood_watch.h"

#include <algorithm>

namespace tern::http::h2 {

namespace {

constexpr int64_t kMinuteUs = 60'000'000;

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

bool FloodWatch::judge(const FrameHead& head) noexcept {
    switch (head.type) {
        // A payload of one byte may be the length of the padding, 0.
        case FrameType::data:
            return head.length > ((head.flags & kPadded) != 0 ? 1U : 0U) || (head.flags & kEndStream) != 0 ||
                   count(Flood::empty_frames);
        case FrameType::headers:
            continuations_ = 0;
            allow(Flood::priorities, kPrioritiesPerStream);
            return true;
        case FrameType::priority:
        case FrameType::priority_update: return count(Flood::priorities);
        case FrameType::reset_stream: return count(Flood::resets);
        case FrameType::settings: return (head.flags & kAck) != 0 || count(Flood::settings);
        case FrameType::ping: return (head.flags & kAck) != 0 || count(Flood::pings);
        case FrameType::window_update: return count(Flood::window_updates);
        case FrameType::continuation: return judge_continuation(head.length);
        case FrameType::push_promise:
        case FrameType::goaway: return true;
    }
    return count(Flood::unknown_frames);
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
