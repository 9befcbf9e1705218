// What ended scripts leave to the next ones: it tells how much of that no script has taken for some time, as fewer run
// at a time than before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tern::php {

class SpareUse {
public:
    // One was taken; `left`: the number of those that are left.
    void note_taken(size_t left) noexcept { least_ = std::min(least_, left); }
    // Call it when a script has ended. How many of `count` no script has needed since the last look; 0: look later.
    // Half of them must be freed.
    size_t unused(size_t count) noexcept {
        if (++ended_ < kScripts) return 0;
        ended_ = 0;
        const size_t unused = std::min(least_, count);
        least_ = count - (unused + 1) / 2;
        return unused;
    }

private:
    static constexpr uint32_t kScripts = 128;
    uint32_t ended_ = 0;  // scripts, since the last look
    size_t least_ = 0;    // that were left since then
};

}  // namespace tern::php
