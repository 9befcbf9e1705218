#include "proc/mailbox.h"

#include <sys/socket.h>

namespace tern::proc {

namespace {

constexpr int kBoxBytes = 1024 * 1024;

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

net::Fd detach(msghdr& message) noexcept {
    cmsghdr* control = CMSG_FIRSTHDR(&message);
    if (control == nullptr || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) return net::Fd();
    int socket = -1;
    std::memcpy(&socket, CMSG_DATA(control), sizeof socket);
    return net::Fd(socket);
}

// Out of buffers, or too many sockets under way: the same to a sender as a full box.
Error send_error() noexcept { return errno == ENOBUFS || errno == ETOOMANYREFS ? Error::would_block : last_error(); }

}  // namespace

Error Mailboxes::create(uint32_t seats) noexcept {
    TERN_CHECK(boxes_.empty());
    std::vector<Box> boxes(seats);
    for (Box& box : boxes) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return last_error();
        box.reader = net::Fd(ends[0]);
        box.writer = net::Fd(ends[1]);
        // More is a favour of the system's limits, less works too.
        (void)setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &kBoxBytes, sizeof kBoxBytes);
    }
    boxes_ = std::move(boxes);
    return Error::ok;
}

void Mailboxes::keep_only(uint32_t seat) noexcept {
    for (size_t i = 0; i < boxes_.size(); ++i) {
        if (i != seat) boxes_[i].reader = net::Fd();
    }
}

Error Mailboxes::send(uint32_t seat, const LetterHead& head, Bytes first, Bytes second, int socket) noexcept {
    TERN_CHECK(seat < boxes_.size());
    if (first.size() + second.size() > kMaxPayload) return Error::data_length_too_large;
    iovec parts[3] = {{const_cast<LetterHead*>(&head), sizeof head},
                      {const_cast<char*>(first.data()), first.size()},
                      {const_cast<char*>(second.data()), second.size()}};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 3;
    ControlRoom control{};
    if (socket >= 0) attach(message, control, socket);
    ssize_t sent = 0;
    do {
        sent = sendmsg(boxes_[seat].writer.get(), &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? send_error() : Error::ok;
}

Result<Letter> Mailboxes::receive(uint32_t seat, Buffer& room) noexcept {
    TERN_CHECK(seat < boxes_.size());
    room.clear();
    Letter letter;
    iovec parts[2] = {{&letter.head, sizeof letter.head}, {room.extend(kMaxPayload), kMaxPayload}};
    ControlRoom control{};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    ssize_t got = 0;
    do {
        got = recvmsg(boxes_[seat].reader.get(), &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return last_error();
    letter.socket = detach(message);
    if (got == 0) return Error::broken_pipe;
    if (static_cast<size_t>(got) < sizeof letter.head || (message.msg_flags & MSG_TRUNC) != 0) {
        return Error::protocol_error;
    }
    room.shrink(kMaxPayload - (static_cast<size_t>(got) - sizeof letter.head));
    letter.payload = room.view();
    return Result<Letter>(std::move(letter));
}

}  // namespace tern::proc
