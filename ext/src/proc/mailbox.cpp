#include "proc/mailbox.h"

#include <poll.h>
#include <sys/socket.h>

#include "proc/letter_body.h"

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

net::Fd detach(msghdr& message) noexcept {
    cmsghdr* control = CMSG_FIRSTHDR(&message);
    if (control == nullptr || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) return net::Fd();
    int socket = -1;
    std::memcpy(&socket, CMSG_DATA(control), sizeof socket);
    return net::Fd(socket);
}

// Out of buffers, or too many sockets under way: the same to a sender as a full box.
Error send_error() noexcept {
    const bool is_full = errno == EAGAIN || errno == ENOBUFS || errno == ETOOMANYREFS;
    return is_full ? Error::server_pipe_buffer_full : last_error();
}

}  // namespace

Error Mailboxes::create(uint32_t seats) noexcept {
    TERN_CHECK(boxes_.empty());
    std::vector<std::unique_ptr<Box>> boxes(seats);
    for (std::unique_ptr<Box>& made : boxes) {
        made = std::make_unique<Box>();
        Box& box = *made;
        if (Error error = box.ring.create(kRingBytes); error != Error::ok) return error;
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return last_error();
        box.reader = net::Fd(ends[0]);
        box.writer = net::Fd(ends[1]);
        // More is a favour of the system's limits, less works too.
        (void)setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &kLineBytes, sizeof kLineBytes);
    }
    boxes_ = std::move(boxes);
    return Error::ok;
}

void Mailboxes::keep_only(uint32_t seat) noexcept {
    for (size_t i = 0; i < boxes_.size(); ++i) {
        if (i != seat) boxes_[i]->reader = net::Fd();
    }
}

void Mailboxes::wake_all() const noexcept {
    for (const std::unique_ptr<Box>& box : boxes_) box->ring.wake();
}

Error Mailboxes::send(uint32_t seat, const LetterHead& head, Bytes first, Bytes second, Bytes third) noexcept {
    TERN_CHECK(seat < boxes_.size());
    if (first.size() + second.size() + third.size() > kMaxPayload) return Error::data_length_too_large;
    const Bytes parts[] = {Bytes(reinterpret_cast<const char*>(&head), sizeof head), first, second, third};
    const Error error = boxes_[seat]->ring.write(parts);
    return error == Error::would_block ? Error::server_pipe_buffer_full : error;
}

Error Mailboxes::send_any(uint32_t seat, const LetterHead& head, Bytes first, Bytes body) noexcept {
    if (first.size() + body.size() <= kMaxPayload) return send(seat, head, first, body);
    Result<net::Fd> file = LetterBody::write(body);
    return file.ok() ? send_socket(seat, head, first, {}, file.value().get()) : file.error();
}

Result<Letter> Mailboxes::receive(uint32_t seat, Buffer& room) noexcept {
    Result<Letter> letter = peek(seat, room);
    if (letter.ok()) take(seat);
    return letter;
}

bool Mailboxes::empty(uint32_t seat) const noexcept {
    TERN_CHECK(seat < boxes_.size());
    pollfd line{line_fd(seat), POLLIN, 0};
    return boxes_[seat]->ring.empty() && ::poll(&line, 1, 0) <= 0;
}

Result<Letter> Mailboxes::peek(uint32_t seat, Buffer& room) noexcept {
    TERN_CHECK(seat < boxes_.size());
    if (Error error = boxes_[seat]->ring.peek(room); error != Error::ok) return error;
    Letter letter;
    TERN_CHECK(room.size() >= sizeof letter.head);
    std::memcpy(&letter.head, room.data(), sizeof letter.head);
    letter.payload = room.view().substr(sizeof letter.head);
    return Result<Letter>(std::move(letter));
}

Error Mailboxes::send_socket(uint32_t seat, const LetterHead& head, Bytes first, Bytes second, int socket) noexcept {
    TERN_CHECK(seat < boxes_.size());
    TERN_CHECK(socket >= 0);
    if (first.size() + second.size() > kMaxWithSocket) return Error::data_length_too_large;
    iovec parts[3] = {{const_cast<LetterHead*>(&head), sizeof head},
                      {const_cast<char*>(first.data()), first.size()},
                      {const_cast<char*>(second.data()), second.size()}};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 3;
    ControlRoom control{};
    attach(message, control, socket);
    ssize_t sent = 0;
    do {
        sent = sendmsg(boxes_[seat]->writer.get(), &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? send_error() : Error::ok;
}

Result<Letter> Mailboxes::receive_socket(uint32_t seat, Buffer& room) noexcept {
    TERN_CHECK(seat < boxes_.size());
    room.clear();
    Letter letter;
    iovec parts[2] = {{&letter.head, sizeof letter.head}, {room.extend(kMaxWithSocket), kMaxWithSocket}};
    ControlRoom control{};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    ssize_t got = 0;
    do {
        got = recvmsg(boxes_[seat]->reader.get(), &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return last_error();
    letter.socket = detach(message);
    if (got == 0) return Error::broken_pipe;
    if (static_cast<size_t>(got) < sizeof letter.head || (message.msg_flags & MSG_TRUNC) != 0) {
        return Error::protocol_error;
    }
    room.shrink(kMaxWithSocket - (static_cast<size_t>(got) - sizeof letter.head));
    letter.payload = room.view();
    return Result<Letter>(std::move(letter));
}

}  // namespace tern::proc
