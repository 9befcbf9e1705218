#include <cstdlib>
#include <fcntl.h>

#include "boundary/calls.h"
#include "boundary/transfer.h"
#include "coro/io_observer.h"

namespace tern::boundary {

// For MSG_WAITALL, when the bytes arrive in parts.
ssize_t receive_all(Boundary& boundary, int fd, void* into, size_t bytes, int flags) {
    iovec whole{into, bytes};
    Pieces pieces(&whole, 1);
    return transfer_all(boundary, fd, pieces, loop::kReadable, [&](Pieces& rest, int extra) {
        iovec window[Pieces::kWindow];
        (void)rest.window(window);
        return ::recv(fd, window[0].iov_base, window[0].iov_len, flags | extra);
    });
}

ssize_t receive_message(Boundary& boundary, int fd, msghdr* message, int flags) {
    return transfer_once(boundary, fd, loop::kReadable,
                         [&](int extra) { return ::recvmsg(fd, message, flags | extra); });
}

ssize_t send_message(Boundary& boundary, int fd, const msghdr& message, int flags) {
    Pieces pieces(message.msg_iov, message.msg_iovlen);
    return transfer_all(boundary, fd, pieces, loop::kWritable, [&](Pieces& rest, int extra) {
        if (rest.sent() == 0) return ::sendmsg(fd, &message, flags | extra);
        // Descriptors and other control data went with the first piece.
        iovec window[Pieces::kWindow];
        msghdr more{};
        more.msg_iov = window;
        more.msg_iovlen = rest.window(window);
        return ::sendmsg(fd, &more, flags | extra);
    });
}

}  // namespace tern::boundary

namespace tern::boundary::calls {

namespace {

// Flags that ask for more than one piece of data, or for no wait.
constexpr int kCallerDecides = MSG_DONTWAIT | MSG_WAITALL | MSG_ERRQUEUE;

int connect_without_waiting(int fd, int flags, const sockaddr* address, socklen_t length) noexcept {
    if (fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) return ::connect(fd, address, length);
    const int result = ::connect(fd, address, length);
    const int error = errno;
    (void)fcntl(fd, F_SETFL, flags);
    errno = error;
    return result;
}

int finished(int fd) noexcept {
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) < 0) return -1;
    errno = error;
    return error == 0 ? 0 : -1;
}

template <class Attempt>
int accept_with(int fd, Attempt attempt) {
    Boundary* boundary = socket_gate(fd);
    if (boundary == nullptr) return attempt();
    return static_cast<int>(transfer_polled(*boundary, fd, attempt));
}

int connect_through(Boundary* boundary, int fd, const sockaddr* address, socklen_t length) {
    if (boundary != nullptr) {
        boundary->scheduler.current()->note_connected(fd);
        boundary->cut.forget(fd);
    }
    const int flags = boundary == nullptr ? -1 : fcntl(fd, F_GETFL);
    if (flags < 0 || (flags & O_NONBLOCK) != 0) return ::connect(fd, address, length);
    BlockingWait wait(*boundary, fd, loop::kWritable);
    Pause pause;
    for (;;) {
        if (connect_without_waiting(fd, flags, address, length) == 0) return 0;
        if (errno != EINPROGRESS && !would_block(errno)) return -1;
        const bool in_progress = errno == EINPROGRESS;
        // No event reports room in the backlog of a unix socket, so this tries again and again.
        const Next next = in_progress ? wait.next() : wait.pause(pause);
        if (next == Next::block) return ::connect(fd, address, length);
        if (next == Next::again && in_progress) return finished(fd);
        if (next == Next::again) continue;
        if (in_progress && would_block(errno)) errno = EINPROGRESS;  // as when SO_SNDTIMEO ends it
        return -1;
    }
}

// PHP's streams try first, and poll afterwards.
ssize_t recv_at_once(int fd, void* into, size_t bytes, int flags) {
    const ssize_t done = ::recv(fd, into, bytes, flags);
    if (done < 0 || (flags & MSG_PEEK) != 0) return done;
    if (Boundary* boundary = socket_gate(fd); boundary != nullptr) note_received(*boundary, fd);
    return done;
}

// No event reports room in the queue of a unix socket that this one is not connected to.
bool must_try_again(const sockaddr* address) noexcept { return address != nullptr && address->sa_family == AF_UNIX; }

template <class Attempt>
ssize_t send_with_pauses(Boundary& boundary, int fd, Attempt attempt) {
    note_sending(boundary, fd);
    BlockingWait wait(boundary, fd, loop::kWritable);
    Pause pause;
    for (;;) {
        const ssize_t done = attempt(MSG_DONTWAIT);
        if (done >= 0 || !would_block(errno)) return done;
        const Next next = wait.pause(pause);
        if (next == Next::block) return attempt(0);
        if (next == Next::fail) return -1;
    }
}

}  // namespace

int connect(int fd, const sockaddr* address, socklen_t length) {
    Boundary* boundary = socket_gate(fd);
    coro::IoObserver* observer = boundary == nullptr ? nullptr : boundary->scheduler.current()->observer();
    if (observer == nullptr) [[likely]]
        return connect_through(boundary, fd, address, length);
    observer->on_connect(fd, address, length);
    const int result = connect_through(boundary, fd, address, length);
    observer->on_connected();
    return result;
}

int accept(int fd, sockaddr* address, socklen_t* length) {
    return accept_with(fd, [=] { return ::accept(fd, address, length); });
}

int accept4(int fd, sockaddr* address, socklen_t* length, int flags) {
    return accept_with(fd, [=] { return ::accept4(fd, address, length, flags); });
}

ssize_t recv(int fd, void* into, size_t bytes, int flags) {
    if ((flags & MSG_DONTWAIT) != 0) return recv_at_once(fd, into, bytes, flags);
    Boundary* boundary = socket_gate(fd);
    if (boundary == nullptr) return ::recv(fd, into, bytes, flags);
    if ((flags & MSG_WAITALL) != 0 && (flags & MSG_PEEK) == 0) {
        return receive_all(*boundary, fd, into, bytes, flags & ~MSG_WAITALL);
    }
    if ((flags & kCallerDecides) != 0) return ::recv(fd, into, bytes, flags);
    return transfer_once(*boundary, fd, loop::kReadable,
                         [=](int extra) { return ::recv(fd, into, bytes, flags | extra); });
}

ssize_t recvfrom(int fd, void* into, size_t bytes, int flags, sockaddr* address, socklen_t* length) {
    Boundary* boundary = (flags & kCallerDecides) != 0 ? nullptr : socket_gate(fd);
    if (boundary == nullptr) return ::recvfrom(fd, into, bytes, flags, address, length);
    return transfer_once(*boundary, fd, loop::kReadable,
                         [=](int extra) { return ::recvfrom(fd, into, bytes, flags | extra, address, length); });
}

ssize_t recvmsg(int fd, msghdr* message, int flags) {
    Boundary* boundary = (flags & kCallerDecides) != 0 ? nullptr : socket_gate(fd);
    if (boundary == nullptr) return ::recvmsg(fd, message, flags);
    return receive_message(*boundary, fd, message, flags);
}

ssize_t send(int fd, const void* data, size_t bytes, int flags) {
    if (gate(kEverySocket) == nullptr) return ::send(fd, data, bytes, flags);
    return calls::sendto(fd, data, bytes, flags, nullptr, 0);
}

ssize_t sendto(int fd, const void* data, size_t bytes, int flags, const sockaddr* address, socklen_t length) {
    Boundary* boundary = socket_gate(fd);
    if (boundary == nullptr) return ::sendto(fd, data, bytes, flags, address, length);
    if ((flags & MSG_DONTWAIT) != 0) {
        note_sending(*boundary, fd);
        return ::sendto(fd, data, bytes, flags, address, length);
    }
    if (must_try_again(address)) {
        return send_with_pauses(*boundary, fd,
                                [=](int extra) { return ::sendto(fd, data, bytes, flags | extra, address, length); });
    }
    iovec whole{const_cast<void*>(data), bytes};
    Pieces pieces(&whole, 1);
    return transfer_all(*boundary, fd, pieces, loop::kWritable, [=](Pieces& rest, int extra) {
        const char* begin = static_cast<const char*>(data) + rest.sent();
        return ::sendto(fd, begin, rest.left(), flags | extra, address, length);
    });
}

ssize_t sendmsg(int fd, const msghdr* message, int flags) {
    Boundary* boundary = (flags & MSG_DONTWAIT) != 0 ? nullptr : socket_gate(fd);
    if (boundary == nullptr) return ::sendmsg(fd, message, flags);
    if (must_try_again(static_cast<const sockaddr*>(message->msg_name))) {
        return send_with_pauses(*boundary, fd, [=](int extra) { return ::sendmsg(fd, message, flags | extra); });
    }
    return send_message(*boundary, fd, *message, flags);
}

ssize_t recv_checked(int fd, void* into, size_t bytes, size_t room, int flags) {
    if (bytes > room) std::abort();
    return calls::recv(fd, into, bytes, flags);
}

ssize_t recvfrom_checked(int fd, void* into, size_t bytes, size_t room, int flags, sockaddr* address,
                         socklen_t* length) {
    if (bytes > room) std::abort();
    return calls::recvfrom(fd, into, bytes, flags, address, length);
}

}  // namespace tern::boundary::calls
