// The readiness of a socket that is watched edge-triggered: the kernel reports each change once.
#pragma once

#include <cstddef>

#include "loop/poller.h"

namespace tern::serve {

struct Readiness {
    bool readable = false;
    bool peer_closed = false;  // the peer sends no more; its last bytes may still be unread
    bool input_ended = false;  // and those bytes were read
    bool stalled = false;      // the kernel takes no output until it reports room
    bool broken = false;       // the kernel takes no output any more

    void note(loop::Events events) noexcept {
        if ((events & (loop::kPeerClosed | loop::kBroken)) != 0) peer_closed = true;
        if (peer_closed || (events & loop::kReadable) != 0) readable = true;
        if ((events & loop::kWritable) != 0) stalled = false;
    }
    // A short read means that the kernel has no more bytes and will report new ones. But it has reported the end
    // already.
    void note_read(size_t count, size_t room, bool has_more) noexcept {
        if (count < room && !peer_closed && !has_more) readable = false;
    }
};

}  // namespace tern::serve
