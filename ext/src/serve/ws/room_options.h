// The limits of a set of rooms.
#pragma once

#include <cstdint>

namespace tern::serve {

struct RoomOptions {
    uint64_t queue_bytes = 1 << 20;  // queued for one client, beyond which it misses messages
    bool close_when_full = false;    // such a client is closed instead
    uint32_t rooms_per_session = 100;
    uint32_t sessions_per_room = 100'000;  // in one worker
};

}  // namespace tern::serve
