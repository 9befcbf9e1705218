// The delay before the next try, when no event says that a try is worth while: 1 ms, and twice as long each time, up to
// a limit.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tern {

class Pause {
public:
    Pause() noexcept = default;
    explicit Pause(int64_t longest_ms) noexcept : longest_ms_(longest_ms) {}

    int64_t next_ms() noexcept {
        const int64_t now = ms_;
        ms_ = std::min(ms_ * 2, longest_ms_);
        return now;
    }

private:
    int64_t ms_ = 1;
    int64_t longest_ms_ = 20;
};

}  // namespace tern
