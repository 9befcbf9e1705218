// recv() and send() as a connection needs them: the socket never blocks, a signal does not end the call, and a peer
// that closed raises no SIGPIPE.
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
// libc's functions are cancellation points. glibc marks each of them on entry and on return in a process with threads
// (pthread_setcancelstate(3), NOTES); nobody cancels a thread here, so the system call alone does.
inline ssize_t receive(int fd, void* into, size_t room) noexcept {
    return ::syscall(SYS_recvfrom, fd, into, room, 0, nullptr, nullptr);
}

inline ssize_t send(int fd, const void* from, size_t size) noexcept {
    return ::syscall(SYS_sendto, fd, from, size, MSG_NOSIGNAL, nullptr, 0);
}
#else
// AddressSanitizer checks the buffers of libc's functions.
inline ssize_t receive(int fd, void* into, size_t room) noexcept { return ::recv(fd, into, room, 0); }

inline ssize_t send(int fd, const void* from, size_t size) noexcept { return ::send(fd, from, size, MSG_NOSIGNAL); }
#endif

}  // namespace direct

// Bytes received, 0 at the end of the stream, or -1 with errno.
inline ssize_t receive(int fd, void* into, size_t room) noexcept {
    ssize_t count;
    do count = direct::receive(fd, into, room);
    while (count < 0 && errno == EINTR);
    return count;
}

// Bytes sent, which may be fewer than given, or -1 with errno.
inline ssize_t send(int fd, const void* from, size_t size) noexcept {
    ssize_t count;
    do count = direct::send(fd, from, size);
    while (count < 0 && errno == EINTR);
    return count;
}

}  // namespace tern::net
