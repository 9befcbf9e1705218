// What the kernel has told of a socket that is watched edge-triggered: it tells of each change once.
#pragma once

#include <cstddef>

#include "loop/poller.h"

namespace tern::serve {

struct Readiness {
    bool readable = false;
    bool peer_closed = false;  // the peer sends no more: what it has sent may still be there
    bool input_ended = false;  // and all of that was read
    bool stalled = false;      // the kernel takes no more until it says so
    bool broken = false;       // it takes nothing any more

    void note(loop::Events events) noexcept {
        if ((events & (loop::kPeerClosed | loop::kBroken)) != 0) peer_closed = true;
        if (peer_closed || (events & loop::kReadable) != 0) readable = true;
        if ((events & loop::kWritable) != 0) stalled = false;
    }
    // Fewer bytes than there was room for: the kernel has none left and will tell of new ones. Of the end it has told.
    void note_read(size_t count, size_t room, bool has_more) noexcept {
        if (count < room && !peer_closed && !has_more) readable = false;
    }
};

}  // namespace tern::serve
