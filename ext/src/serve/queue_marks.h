// Who has to know how much waits to be sent: tells each thing once, when it has become true.
#pragma once

#include <cstdint>
#include <utility>

namespace tern::serve {

class QueueMarks {
public:
    enum class News : uint8_t { none, full, low };

    // `queued` bytes wait now. Full is above the high mark; low is not above the low one after that.
    News note(uint64_t queued, uint64_t high, uint64_t low) noexcept {
        if (queued > high) return note_full();
        if (full_ && queued <= low) {
            full_ = false;
            return News::low;
        }
        return News::none;
    }
    // Something was refused, whatever the marks.
    News note_full() noexcept { return std::exchange(full_, true) ? News::none : News::full; }

    void want_room() noexcept { room_wanted_ = true; }
    // Once after want_room(): not more than `most` bytes wait.
    bool take_room(uint64_t queued, uint64_t most) noexcept {
        return room_wanted_ && queued <= most && std::exchange(room_wanted_, false);
    }

private:
    bool full_ = false;
    bool room_wanted_ = false;
};

}  // namespace tern::serve
