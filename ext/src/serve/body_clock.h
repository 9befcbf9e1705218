// How long the client may send nothing while a body arrives: body_timeout, or, with a minimum rate, until the body is
// late by more than that. The time does not count while the server itself pauses receiving because the handler takes
// nothing.
#pragma once

#include <algorithm>
#include <cstdint>

#include "serve/limits.h"

namespace tern::serve {

class BodyClock {
public:
    void begin(int64_t now_ms) noexcept { began_ms_ = now_ms; }
    bool paused() const noexcept { return paused_; }
    void pause(int64_t now_ms) noexcept {
        if (!paused_) paused_at_ms_ = now_ms;
        paused_ = true;
    }
    void resume(int64_t now_ms) noexcept {
        if (paused_) began_ms_ += now_ms - paused_at_ms_;
        paused_ = false;
    }
    void reset() noexcept { paused_ = false; }
    // The timeout from now on; `received` bytes have arrived.
    int64_t timeout_ms(const Limits& limits, uint64_t received, int64_t now_ms) const noexcept {
        if (limits.body_min_rate == 0) return limits.body_timeout_ms;
        const auto earned_ms = static_cast<int64_t>(received * 1000 / limits.body_min_rate);
        const int64_t late_at_ms = began_ms_ + limits.body_timeout_ms + earned_ms;
        return std::clamp<int64_t>(late_at_ms - now_ms, 0, limits.body_timeout_ms);
    }

private:
    int64_t began_ms_ = 0;
    int64_t paused_at_ms_ = 0;
    bool paused_ = false;
};

}  // namespace tern::serve
