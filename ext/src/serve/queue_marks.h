// Compares the length of a send queue with its watermarks, and reports each change once.
#pragma once

#include <cstdint>
#include <utility>

namespace tern::serve {

class QueueMarks {
public:
    enum class News : uint8_t { none, full, low };

    // `queued` bytes wait now. `full`: above the high mark. `low`: fallen to the low mark after it was full.
    News note(uint64_t queued, uint64_t high, uint64_t low) noexcept {
        if (queued > high) return note_full();
        if (full_ && queued <= low) {
            full_ = false;
            return News::low;
        }
        return News::none;
    }
    // Reports full at any length, as something was refused.
    News note_full() noexcept { return std::exchange(full_, true) ? News::none : News::full; }

    void want_room() noexcept { room_wanted_ = true; }
    // True once after want_room(), when at most `most` bytes wait.
    bool take_room(uint64_t queued, uint64_t most) noexcept {
        return room_wanted_ && queued <= most && std::exchange(room_wanted_, false);
    }

private:
    bool full_ = false;
    bool room_wanted_ = false;
};

}  // namespace tern::serve
