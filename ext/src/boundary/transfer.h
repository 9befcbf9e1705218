// Sends and receives on blocking descriptors by non-blocking attempts. `attempt(flags)` makes the real call: with
// MSG_DONTWAIT, or with 0 if it must block.
#pragma once

#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

#include "boundary/gate.h"
#include "boundary/pieces.h"
#include "coro/io_observer.h"

namespace tern::boundary {

inline void note_sending(Boundary& boundary, int fd) noexcept {
    if (coro::IoObserver* observer = boundary.scheduler.current()->observer(); observer != nullptr) [[unlikely]]
        observer->on_send(fd);
}

inline void note_received(Boundary& boundary, int fd) noexcept {
    if (coro::IoObserver* observer = boundary.scheduler.current()->observer(); observer != nullptr) [[unlikely]]
        observer->on_receive(fd);
}

// For calls that end with the first success.
template <class Attempt>
ssize_t transfer_once(Boundary& boundary, int fd, loop::Events direction, Attempt attempt) {
    BlockingWait wait(boundary, fd, direction);
    for (;;) {
        const ssize_t done = attempt(MSG_DONTWAIT);
        if (done >= 0 && direction == loop::kReadable) note_received(boundary, fd);
        if (done >= 0 || !would_block(errno)) return done;
        const Next next = wait.next();
        if (next == Next::block) return attempt(0);
        if (next == Next::fail) return -1;
    }
}

inline bool not_ready(int fd, short events) noexcept {
    pollfd one{fd, events, 0};
    return ::poll(&one, 1, 0) == 0;
}

// For calls without MSG_DONTWAIT: `call()` would block, so it is made when the descriptor is ready.
template <class Call>
ssize_t transfer_polled(Boundary& boundary, int fd, Call call) {
    return transfer_once(boundary, fd, loop::kReadable, [&](int flags) -> ssize_t {
        if (flags == 0 || !not_ready(fd, POLLIN)) return call();
        errno = EAGAIN;
        return -1;
    });
}

// Repeats until all is sent, like a blocking descriptor. `attempt(pieces, flags)` sends some of the rest. Bytes that
// were sent before a failure count.
template <class Attempt>
ssize_t transfer_all(Boundary& boundary, int fd, Pieces& pieces, loop::Events direction, Attempt attempt) {
    if (direction == loop::kWritable) note_sending(boundary, fd);
    BlockingWait wait(boundary, fd, direction);
    int flags = MSG_DONTWAIT;
    for (;;) {
        const ssize_t done = attempt(pieces, flags);
        if (done > 0) pieces.advance(static_cast<size_t>(done));
        if (done > 0 && direction == loop::kReadable) note_received(boundary, fd);
        const bool over = done < 0 ? !would_block(errno) || flags == 0 : pieces.left() == 0 || done == 0;
        if (over) return done < 0 && pieces.sent() == 0 ? -1 : static_cast<ssize_t>(pieces.sent());
        if (flags == 0) continue;
        const Next next = wait.next();
        if (next == Next::block) flags = 0;
        if (next == Next::fail) return pieces.sent() == 0 ? -1 : static_cast<ssize_t>(pieces.sent());
    }
}

// For sockets with whole messages, and for streams.
ssize_t receive_all(Boundary& boundary, int fd, void* into, size_t bytes, int flags);
ssize_t send_message(Boundary& boundary, int fd, const msghdr& message, int flags);
ssize_t receive_message(Boundary& boundary, int fd, msghdr* message, int flags);

}  // namespace tern::boundary
