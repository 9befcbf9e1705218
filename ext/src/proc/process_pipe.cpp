#include "proc/process_pipe.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace tern::proc {

Error ProcessPipe::open(Kind kind, size_t buffer_bytes) noexcept {
    kind_ = kind;
    if (kind == Kind::none) return Error::ok;
    int ends[2];
    const int type = kind == Kind::stream ? SOCK_STREAM : SOCK_DGRAM;
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return last_error();
    parent_ = Fd(ends[0]);
    child_ = Fd(ends[1]);
    // The system may set less.
    const int bytes = static_cast<int>(buffer_bytes);
    for (int end : ends) (void)setsockopt(end, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return Error::ok;
}

void ProcessPipe::set_peer(pid_t pid) noexcept {
    reader_peer_ = Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    peer_is_lost_ = !reader_peer_.open() && errno == ESRCH;
    writer_peer_ = Fd(reader_peer_.open() ? fcntl(reader_peer_.get(), F_DUPFD_CLOEXEC, 0) : -1);
}

bool ProcessPipe::peer_has_ended() const noexcept {
    pollfd one{reader_peer_.get(), POLLIN, 0};
    return peer_is_lost_ || (reader_peer_.open() && ::poll(&one, 1, 0) == 1);
}

void ProcessPipe::become_child(pid_t parent) noexcept {
    in_child_ = true;
    reader_peer_.reset();
    writer_peer_.reset();
    peer_is_lost_ = false;
    if (parent <= 0) return;
    set_peer(parent);
    if (getppid() != parent) peer_is_lost_ = true;  // so another process may have got its pid
}

Error ProcessPipe::take_over_stdio() noexcept {
    const bool done = dup2(fd(), STDIN_FILENO) >= 0 && dup2(fd(), STDOUT_FILENO) >= 0 && dup2(fd(), STDERR_FILENO) >= 0;
    return done ? Error::ok : last_error();
}

Error ProcessPipe::close(Close what) noexcept {
    const int own = fd();
    if (what == Close::reading || what == Close::writing) {
        return shutdown(own, what == Close::reading ? SHUT_RD : SHUT_WR) == 0 ? Error::ok : last_error();
    }
    if (what != Close::child_end) parent_.reset();
    if (what != Close::parent_end) child_.reset();
    return Error::ok;
}

Result<size_t> ProcessPipe::send(Bytes data) noexcept {
    const ssize_t sent = ::send(fd(), data.data(), data.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 ? Result<size_t>(last_error()) : Result<size_t>(static_cast<size_t>(sent));
}

Result<size_t> ProcessPipe::receive(char* into, size_t size) noexcept {
    const ssize_t got = ::recv(fd(), into, size, MSG_DONTWAIT);
    return got < 0 ? Result<size_t>(last_error()) : Result<size_t>(static_cast<size_t>(got));
}

}  // namespace tern::proc
