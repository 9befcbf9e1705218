#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/transfer.h"

namespace tern::boundary::calls {

namespace {

constexpr Groups kPipe = kStdio | kProc;

// How read() and write() handle a descriptor.
struct Way {
    Boundary* boundary = nullptr;  // null: the real call
    bool socket = false;
};

Way way_of(int fd) noexcept {
    Boundary* boundary = gate(kEverySocket | kPipe);
    if (boundary == nullptr || fd < 0) return {};
    switch (boundary->kinds.of(fd)) {
        case FdKind::socket: return {socket_gate(fd), true};
        case FdKind::pipe: return {gate(kPipe), false};
        case FdKind::terminal: return {gate(kStdio), false};
        default: return {};
    }
}

// All processes share standard output and error, so these are written as before.
Way way_to_write(int fd) noexcept { return fd == STDOUT_FILENO || fd == STDERR_FILENO ? Way{} : way_of(fd); }

// A writable pipe takes PIPE_BUF bytes for sure; more might block.
ssize_t write_pipe(Boundary& boundary, int fd, Pieces& pieces) {
    return transfer_all(boundary, fd, pieces, loop::kWritable, [fd](Pieces& rest, int flags) -> ssize_t {
        if (flags != 0 && not_ready(fd, POLLOUT)) {
            errno = EAGAIN;
            return -1;
        }
        iovec window[Pieces::kWindow];
        if (rest.window(window) == 0) return 0;
        const size_t bytes = flags == 0 ? window[0].iov_len : std::min<size_t>(window[0].iov_len, PIPE_BUF);
        return ::write(fd, window[0].iov_base, bytes);
    });
}

// For calls that copy within the kernel and cannot wait cooperatively. Callers have to support a failure.
bool refuse_copy(int from, int to) noexcept {
    if (way_of(from).boundary == nullptr && way_of(to).boundary == nullptr) return false;
    errno = EINVAL;
    return true;
}

}  // namespace

ssize_t sendfile(int to, int from, off_t* offset, size_t bytes) {
    return refuse_copy(from, to) ? -1 : ::sendfile(to, from, offset, bytes);
}

ssize_t splice(int from, off_t* from_offset, int to, off_t* to_offset, size_t bytes, unsigned flags) {
    return refuse_copy(from, to) ? -1 : ::splice(from, from_offset, to, to_offset, bytes, flags);
}

ssize_t read(int fd, void* into, size_t bytes) {
    const Way way = way_of(fd);
    if (way.boundary == nullptr || bytes == 0) return ::read(fd, into, bytes);
    if (!way.socket) return transfer_polled(*way.boundary, fd, [=] { return ::read(fd, into, bytes); });
    return transfer_once(*way.boundary, fd, loop::kReadable, [=](int extra) { return ::recv(fd, into, bytes, extra); });
}

ssize_t readv(int fd, const iovec* pieces, int count) {
    const Way way = way_of(fd);
    if (way.boundary == nullptr) return ::readv(fd, pieces, count);
    if (!way.socket) return transfer_polled(*way.boundary, fd, [=] { return ::readv(fd, pieces, count); });
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(pieces);
    message.msg_iovlen = static_cast<size_t>(count);
    return receive_message(*way.boundary, fd, &message, 0);
}

ssize_t write(int fd, const void* data, size_t bytes) {
    const Way way = way_to_write(fd);
    if (way.boundary == nullptr) return ::write(fd, data, bytes);
    if (way.socket) return calls::send(fd, data, bytes, 0);
    iovec whole{const_cast<void*>(data), bytes};
    Pieces pieces(&whole, 1);
    return write_pipe(*way.boundary, fd, pieces);
}

ssize_t writev(int fd, const iovec* pieces, int count) {
    const Way way = way_to_write(fd);
    if (way.boundary == nullptr || count < 0) return ::writev(fd, pieces, count);
    if (way.socket) {
        msghdr message{};
        message.msg_iov = const_cast<iovec*>(pieces);
        message.msg_iovlen = static_cast<size_t>(count);
        return send_message(*way.boundary, fd, message, 0);
    }
    Pieces rest(pieces, static_cast<size_t>(count));
    return write_pipe(*way.boundary, fd, rest);
}

ssize_t read_checked(int fd, void* into, size_t bytes, size_t room) {
    if (bytes > room) std::abort();
    return calls::read(fd, into, bytes);
}

}  // namespace tern::boundary::calls
