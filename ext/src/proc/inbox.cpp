#include "proc/inbox.h"

#include <algorithm>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

#include "proc/message_body.h"

namespace tern::proc {

namespace {

constexpr size_t kMostParts = 3;

// Unique among all processes, as it has the pid.
uint64_t next_body_number() noexcept {
    static uint32_t count = 0;
    return static_cast<uint64_t>(getpid()) << 32 | ++count;
}

}  // namespace

Error Inboxes::create(uint32_t slots) noexcept {
    TERN_CHECK(inboxes_.empty());
    std::vector<std::unique_ptr<Inbox>> inboxes(slots);
    for (std::unique_ptr<Inbox>& made : inboxes) {
        made = std::make_unique<Inbox>();
        if (Error error = made->ring.create(kRingBytes); error != Error::ok) return error;
        if (Error error = made->sockets.open(); error != Error::ok) return error;
        if (Error error = made->bodies.open(); error != Error::ok) return error;
    }
    master_event_ = Fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!master_event_.open()) return last_error();
    inboxes_ = std::move(inboxes);
    return waiters_.create(slots, slots + 1);
}

void Inboxes::keep_only(uint32_t slot) noexcept {
    for (size_t i = 0; i < inboxes_.size(); ++i) {
        if (i == slot) continue;
        inboxes_[i]->sockets.reader = Fd();
        inboxes_[i]->bodies.reader = Fd();
    }
}

void Inboxes::wake(uint32_t waiter) const noexcept {
    if (waiter < inboxes_.size()) return inboxes_[waiter]->ring.wake();
    (void)eventfd_write(master_event_.get(), 1);
}

void Inboxes::wake_all() const noexcept {
    for (uint32_t waiter = 0; waiter <= count(); ++waiter) wake(waiter);
}

void Inboxes::clear_wake(uint32_t waiter) const noexcept {
    eventfd_t ignored = 0;
    (void)eventfd_read(waiter < inboxes_.size() ? ring_fd(waiter) : master_fd(), &ignored);
}

void Inboxes::wake_waiters(uint32_t slot) noexcept {
    waiters_.take(slot, [this](uint32_t waiter) { wake(waiter); });
}

Error Inboxes::write(uint32_t slot, const MessageHead& head, std::span<const Bytes> parts, shm::Ring::First first,
                     void* data) noexcept {
    TERN_CHECK(slot < inboxes_.size());
    Bytes all[1 + kMostParts] = {Bytes(reinterpret_cast<const char*>(&head), sizeof head)};
    std::ranges::copy(parts, all + 1);
    const Error error = inboxes_[slot]->ring.write(std::span(all, 1 + parts.size()), first, data);
    return error == Error::would_block ? Error::server_pipe_buffer_full : error;
}

Error Inboxes::send(uint32_t slot, const MessageHead& head, Bytes first, Bytes second, Bytes third) noexcept {
    const Bytes parts[kMostParts] = {first, second, third};
    return write(slot, head, parts);
}

Error Inboxes::send_any(uint32_t slot, const MessageHead& head, Bytes first, Bytes body) noexcept {
    if (first.size() + body.size() <= kMaxPayload) return send(slot, head, first, body);
    Result<Fd> file = MessageBody::write(body);
    return file.ok() ? send_body(slot, head, first, file.value().get()) : file.error();
}

// Called while this writer has its turn, so bodies are in the order of their messages.
Error Inboxes::send_body(uint32_t slot, MessageHead head, Bytes first, int file) noexcept {
    struct Body {
        DescriptorLine& line;
        uint64_t number;
        int file;
    } body{inboxes_[slot]->bodies, next_body_number(), file};
    const auto send_first = [](void* data) noexcept {
        auto& self = *static_cast<Body*>(data);
        const iovec number{&self.number, sizeof self.number};
        return self.line.send(std::span(&number, 1), self.file);
    };
    head.body = body.number;
    return write(slot, head, std::span(&first, 1), send_first, &body);
}

Error Inboxes::forward(uint32_t slot, const Message& message) noexcept {
    if (!message.socket.open()) return send(slot, message.head, message.payload);
    if (message.head.body != 0) return send_body(slot, message.head, message.payload, message.socket.get());
    return send_socket(slot, message.head, message.payload, {}, message.socket.get());
}

Result<Message> Inboxes::receive(uint32_t slot, Buffer& room) noexcept {
    Result<Message> message = peek(slot, room);
    if (message.ok()) take(slot);
    return message;
}

bool Inboxes::empty(uint32_t slot) const noexcept {
    TERN_CHECK(slot < inboxes_.size());
    pollfd line{line_fd(slot), POLLIN, 0};
    return inboxes_[slot]->ring.empty() && ::poll(&line, 1, 0) <= 0;
}

Result<Message> Inboxes::peek(uint32_t slot, Buffer& room) noexcept {
    TERN_CHECK(slot < inboxes_.size());
    if (Error error = inboxes_[slot]->ring.peek(room); error != Error::ok) return error;
    Message message;
    TERN_CHECK(room.size() >= sizeof message.head);
    std::memcpy(&message.head, room.data(), sizeof message.head);
    message.payload = room.view().substr(sizeof message.head);
    if (message.head.body == 0) return Result<Message>(std::move(message));
    const Error error = find_body(*inboxes_[slot], message.head.body, message.socket);
    return error == Error::ok ? Result<Message>(std::move(message)) : error;
}

// The body stays in its socket until the message is taken. Bodies before it are dropped: their writers were killed
// before they wrote the message, or a reader was killed after it took the message.
Error Inboxes::find_body(Inbox& inbox, uint64_t number, Fd& file) noexcept {
    uint64_t found = 0;
    iovec part{&found, sizeof found};
    while (inbox.bodies.receive(std::span(&part, 1), MSG_PEEK, file).ok()) {
        inbox.body_was_read = found == number;
        if (inbox.body_was_read) return file.open() ? Error::ok : static_cast<Error>(EMFILE);
        inbox.bodies.drop();
    }
    return Error::ok;
}

void Inboxes::take(uint32_t slot) noexcept {
    Inbox& inbox = *inboxes_[slot];
    inbox.ring.take();
    if (std::exchange(inbox.body_was_read, false)) inbox.bodies.drop();
    // Wakes senders only when any message has room, so a burst of small ones does not wake a sender for each of them.
    if (waiters_.any(slot) && inbox.ring.room() >= inbox.ring.max_message()) wake_waiters(slot);
}

Error Inboxes::send_socket(uint32_t slot, const MessageHead& head, Bytes first, Bytes second, int socket) noexcept {
    TERN_CHECK(slot < inboxes_.size());
    TERN_CHECK(socket >= 0);
    if (first.size() + second.size() > kMaxWithSocket) return Error::data_length_too_large;
    const iovec parts[] = {{const_cast<MessageHead*>(&head), sizeof head},
                           {const_cast<char*>(first.data()), first.size()},
                           {const_cast<char*>(second.data()), second.size()}};
    return inboxes_[slot]->sockets.send(parts, socket);
}

Result<Message> Inboxes::receive_socket(uint32_t slot, Buffer& room) noexcept {
    TERN_CHECK(slot < inboxes_.size());
    room.clear();
    Message message;
    iovec parts[] = {{&message.head, sizeof message.head}, {room.extend(kMaxWithSocket), kMaxWithSocket}};
    const Result<size_t> got = inboxes_[slot]->sockets.receive(parts, 0, message.socket);
    if (!got.ok() && got.error() != Error::protocol_error) return got.error();
    if (waiters_.any(slot)) wake_waiters(slot);
    if (!got.ok()) return got.error();
    if (got.value() == 0) return Error::broken_pipe;
    if (got.value() < sizeof message.head) return Error::protocol_error;
    room.shrink(kMaxWithSocket - (got.value() - sizeof message.head));
    message.payload = room.view();
    return Result<Message>(std::move(message));
}

}  // namespace tern::proc
