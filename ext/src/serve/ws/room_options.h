// What a set of rooms allows.
#pragma once

#include <cstdint>

namespace tern::serve {

struct RoomOptions {
    uint64_t queue_bytes = 1 << 20;  // waiting for one client, beyond which it misses messages
    bool close_when_full = false;    // or is cut off
    uint32_t rooms_per_session = 100;
    uint32_t sessions_per_room = 100'000;  // of a worker
};

}  // namespace tern::serve
