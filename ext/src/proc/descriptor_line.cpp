#include "proc/descriptor_line.h"

#include <cstring>

namespace tern::proc {

namespace {

constexpr int kLineBytes = 1024 * 1024;

union ControlRoom {
    cmsghdr aligned;
    char bytes[CMSG_SPACE(sizeof(int))];
};

void attach(msghdr& message, ControlRoom& room, int socket) noexcept {
    message.msg_control = room.bytes;
    message.msg_controllen = sizeof room.bytes;
    cmsghdr* control = CMSG_FIRSTHDR(&message);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(control), &socket, sizeof socket);
}

Fd detach(msghdr& message) noexcept {
    cmsghdr* control = CMSG_FIRSTHDR(&message);
    if (control == nullptr || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) return Fd();
    int socket = -1;
    std::memcpy(&socket, CMSG_DATA(control), sizeof socket);
    return Fd(socket);
}

Error send_error() noexcept {
    if (errno == EAGAIN) return Error::server_pipe_buffer_full;
    return errno == ENOBUFS || errno == ETOOMANYREFS ? DescriptorLine::kSystemBusy : last_error();
}

}  // namespace

Error DescriptorLine::open() noexcept {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return last_error();
    reader = Fd(ends[0]);
    writer = Fd(ends[1]);
    // The system's limits may allow less. That works, too.
    (void)setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &kLineBytes, sizeof kLineBytes);
    return Error::ok;
}

Error DescriptorLine::send(std::span<const iovec> parts, int file) noexcept {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(parts.data());
    message.msg_iovlen = parts.size();
    ControlRoom control{};
    attach(message, control, file);
    ssize_t sent = 0;
    do sent = sendmsg(writer.get(), &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? send_error() : Error::ok;
}

Result<size_t> DescriptorLine::receive(std::span<iovec> parts, int flags, Fd& file) noexcept {
    ControlRoom control{};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    ssize_t got = 0;
    do got = recvmsg(reader.get(), &message, flags | MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0) return last_error();
    file = detach(message);
    if ((message.msg_flags & MSG_TRUNC) != 0) return Error::protocol_error;
    return static_cast<size_t>(got);
}

}  // namespace tern::proc
