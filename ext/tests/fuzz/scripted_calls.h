// The calls that a target linked with --wrap makes instead of the kernel's: each asks the scripted kernel. Included
// once.
#pragma once

#include <cstdarg>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "scripted_kernel.h"

extern "C" {

int __real_close(int fd);

int __wrap_close(int fd) {
    return tern::fuzz::kernel != nullptr && tern::fuzz::kernel->close(fd) ? 0 : __real_close(fd);
}
ssize_t __wrap_recv(int fd, void* into, size_t room, int flags) {
    return tern::fuzz::kernel->receive(fd, static_cast<char*>(into), room, (flags & MSG_PEEK) != 0);
}
int __wrap_poll(pollfd* all, nfds_t count, int) {
    return count == 1 && tern::fuzz::kernel->wait_for(all->fd, (all->events & POLLOUT) != 0) ? 1 : -1;
}
ssize_t __wrap_send(int fd, const void* bytes, size_t size, int) {
    ssize_t count = tern::fuzz::kernel->reserve(fd, size);
    if (count > 0) tern::fuzz::kernel->at(fd)->sent.append(static_cast<const char*>(bytes), static_cast<size_t>(count));
    return count;
}
// net/socket_calls.h makes these two without libc's functions for them.
long __real_syscall(long number, ...);

long __wrap_syscall(long number, ...) {
    va_list given;
    va_start(given, number);
    long argument[6];
    for (long& one : argument) one = va_arg(given, long);
    va_end(given);
    const auto fd = static_cast<int>(argument[0]);
    const auto size = static_cast<size_t>(argument[2]);
    if (number == SYS_recvfrom) return __wrap_recv(fd, reinterpret_cast<void*>(argument[1]), size, 0);
    if (number == SYS_sendto) return __wrap_send(fd, reinterpret_cast<const void*>(argument[1]), size, 0);
    return __real_syscall(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
}
ssize_t __wrap_sendmsg(int fd, const msghdr* message, int) {
    std::string all;
    for (size_t i = 0; i < message->msg_iovlen; ++i) {
        all.append(static_cast<const char*>(message->msg_iov[i].iov_base), message->msg_iov[i].iov_len);
    }
    return __wrap_send(fd, all.data(), all.size(), 0);
}
ssize_t __wrap_sendfile(int fd, int, off_t* offset, size_t size) {
    auto at = static_cast<uint64_t>(*offset);
    size = static_cast<size_t>(std::min<uint64_t>(size, at < tern::fuzz::file_bytes ? tern::fuzz::file_bytes - at : 0));
    if (size == 0) return 0;
    ssize_t count = __wrap_send(fd, std::string(size, 'f').data(), size, 0);
    if (count > 0) *offset += count;
    return count;
}
ssize_t __real_pread(int fd, void* into, size_t size, off_t offset);

ssize_t __wrap_pread(int fd, void* into, size_t size, off_t offset) {
    if (fd != tern::fuzz::Kernel::kFile) return __real_pread(fd, into, size, offset);
    const auto at = static_cast<uint64_t>(offset);
    const uint64_t left = at < tern::fuzz::file_bytes ? tern::fuzz::file_bytes - at : 0;
    size = static_cast<size_t>(std::min<uint64_t>(size, left));
    std::memset(into, 'f', size);
    return static_cast<ssize_t>(size);
}
int __real_fstat(int fd, struct stat* status);

int __wrap_fstat(int fd, struct stat* status) {
    if (fd != tern::fuzz::Kernel::kFile) return __real_fstat(fd, status);
    *status = {};
    status->st_size = static_cast<off_t>(tern::fuzz::file_bytes);
    return 0;
}
int __wrap_shutdown(int fd, int) { return tern::fuzz::kernel->shut_writing(fd); }
int __wrap_epoll_create1(int) { return tern::fuzz::Kernel::kEpoll; }
int __wrap_epoll_ctl(int, int operation, int fd, epoll_event* event) {
    return tern::fuzz::kernel->control(operation, fd, event);
}
int __wrap_epoll_wait(int, epoll_event* events, int most, int) { return tern::fuzz::kernel->wait(events, most); }

}  // extern "C"
