// recv() and send() for connections: they never block, are repeated after a signal, and raise no SIGPIPE.
#pragma once

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#include <sys/syscall.h>
#endif

namespace tern::net {

namespace direct {

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
// libc's functions are cancellation points, which glibc handles on entry and return in a process with threads
// (pthread_setcancelstate(3), NOTES). No thread is cancelled here, so the plain system call is enough.
inline ssize_t receive(int fd, void* into, size_t room) noexcept {
    return ::syscall(SYS_recvfrom, fd, into, room, 0, nullptr, nullptr);
}

inline ssize_t send(int fd, const void* from, size_t size) noexcept {
    return ::syscall(SYS_sendto, fd, from, size, MSG_NOSIGNAL, nullptr, 0);
}
#else
// AddressSanitizer checks the buffers of libc's functions only.
inline ssize_t receive(int fd, void* into, size_t room) noexcept { return ::recv(fd, into, room, 0); }

inline ssize_t send(int fd, const void* from, size_t size) noexcept { return ::send(fd, from, size, MSG_NOSIGNAL); }
#endif

}  // namespace direct

// Returns the received bytes, 0 at the end of the stream, or -1 with errno.
inline ssize_t receive(int fd, void* into, size_t room) noexcept {
    ssize_t count;
    do count = direct::receive(fd, into, room);
    while (count < 0 && errno == EINTR);
    return count;
}

// Returns the sent bytes, which may be fewer than given, or -1 with errno.
inline ssize_t send(int fd, const void* from, size_t size) noexcept {
    ssize_t count;
    do count = direct::send(fd, from, size);
    while (count < 0 && errno == EINTR);
    return count;
}

}  // namespace tern::net
