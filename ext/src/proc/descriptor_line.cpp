#include "proc/descriptor_line.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <span>

#include "base/clock.h"
#include "loop/offload.h"

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

namespace {

struct Request {
    uint32_t id = 0;
    int32_t number = -1;
};

bool wait_readable(int fd, int64_t timeout_ms) noexcept {
    pollfd watched{fd, POLLIN, 0};
    return ::poll(&watched, 1, static_cast<int>(timeout_ms)) > 0;
}

bool is_retryable(Error error) noexcept { return error == Error::would_block || error == static_cast<Error>(EINTR); }

}  // namespace

Error DescriptorRequests::create(uint32_t slots) noexcept {
    slots_.resize(slots);
    for (DescriptorLine& line : slots_) {
        if (Error error = line.open(); error != Error::ok) return error;
    }
    return Error::ok;
}

void DescriptorRequests::keep_only(uint32_t slot) noexcept {
    for (uint32_t i = 0; i < slots_.size(); ++i) {
        slots_[i].reader.reset();
        if (i != slot) slots_[i].writer.reset();
    }
}

Error DescriptorRequests::serve(uint32_t slot) noexcept {
    pthread_t thread{};
    if (!loop::start_thread(thread, answer_requests, &slots_[slot])) return last_error();
    pthread_detach(thread);
    return Error::ok;
}

void* DescriptorRequests::answer_requests(void* data) {
    auto& line = *static_cast<DescriptorLine*>(data);
    for (;;) {
        Request request;
        const ssize_t got = ::recv(line.writer.get(), &request, sizeof request, 0);
        if (got == 0 || (got < 0 && !is_retryable(last_error()))) return nullptr;  // the master has ended
        if (got < 0) {
            (void)wait_readable(line.writer.get(), -1);
            continue;
        }
        const iovec part{&request.id, sizeof request.id};
        // Without the descriptor the master learns that there is none.
        if (line.send(std::span(&part, 1), request.number) != Error::ok)
            (void)::send(line.writer.get(), &request.id, sizeof request.id, MSG_NOSIGNAL);
    }
}

Result<Fd> DescriptorRequests::request(uint32_t slot, int number, int64_t timeout_ms) noexcept {
    DescriptorLine& line = slots_[slot];
    const Request request{++last_, number};
    if (::send(line.reader.get(), &request, sizeof request, MSG_NOSIGNAL) < 0) return last_error();
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    for (;;) {
        Fd file;
        uint32_t id = 0;
        iovec part{&id, sizeof id};
        const Result<size_t> got = line.receive(std::span(&part, 1), 0, file);
        if (!got.ok() && got.error() != Error::would_block) return got.error();
        // Others are replies that came too late.
        if (got.ok() && id == request.id) return file.open() ? Result<Fd>(std::move(file)) : Error::bad_descriptor;
        const int64_t left_ms = until_ms - monotonic_ms();
        if (left_ms <= 0) return Error::timed_out;
        if (!got.ok()) (void)wait_readable(line.reader.get(), left_ms);
    }
}

}  // namespace tern::proc
