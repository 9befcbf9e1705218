// The delay before a failed worker is started again: twice none, then 100 ms, then doubled each time up to 5 s.
#pragma once

#include <cstdint>

namespace tern::proc {

class Backoff {
public:
    // Counts one more failure in a row.
    int64_t next_delay_ms() noexcept {
        int failures = failures_++;
        if (failures < kFreeTries) return 0;
        int doublings = failures - kFreeTries;
        return doublings >= kDoublings ? kMaxMs : kFirstMs << doublings;
    }
    void reset() noexcept { failures_ = 0; }
    int failures() const noexcept { return failures_; }

    static constexpr int64_t kFirstMs = 100;
    static constexpr int64_t kMaxMs = 5000;
    // A worker that ran for less than this time has failed to start, even if it reported to be ready.
    static constexpr int64_t kHealthyMs = 1000;

private:
    static constexpr int kFreeTries = 2;
    static constexpr int kDoublings = 6;  // 100 ms << 6 is above the cap
    int failures_ = 0;
};

}  // namespace tern::proc
