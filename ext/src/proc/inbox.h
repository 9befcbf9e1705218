// Messages between processes: one inbox a slot (see shared_state.h). Any process of the server may send to any slot;
// the process in a slot reads its own. A box is a ring in shared memory, and beside it two lines of the kernel's: one
// for messages that carry a socket, and one for the bodies of messages that are too long for a ring. What a crashed
// worker left unread waits for whoever takes its slot; a box left by a drained worker is emptied by the master, which
// forwards to the worker's current slot. Messages are whole or not at all, in order per sender among those with a
// socket and those without, and never wait: a full box is Error::server_pipe_buffer_full. A sender that can wait sends
// within send_or_wake(), and is woken when the reader has made room.
//
// A message names the worker it is for. A reader that finds another number forwards it (the sender looked up the slot
// just before it changed hands).
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <sys/socket.h>
#include <vector>

#include "base/buffer.h"
#include "base/fd.h"
#include "base/result.h"
#include "proc/inbox_waiters.h"
#include "shm/ring.h"
#include "shm/session_table.h"

namespace tern::proc {

enum class MessageKind : uint32_t {
    handover = 1,         // a connection: Handover, then the bytes read from it so far; with its socket
    close_session = 2,    // int64_t session id
    send_to_session = 3,  // int64_t session id, then the bytes to send
    pipe_message = 4,     // sendMessage(): the serialized value
    // See worker/messages.h
    push_to_session = 5,
    disconnect_session = 6,
    broadcast = 7,
    room_query = 8,
    room_reply = 9,
    // See worker/messages.h
    task = 10,
    task_result = 11,
    // See php/server/server_commands.h
    command = 20,
    command_result = 21,
};

// Others are about sessions of the process that they were sent to, which end with it.
constexpr bool outlives_its_reader(MessageKind kind) noexcept {
    return kind == MessageKind::handover || kind == MessageKind::pipe_message || kind == MessageKind::task ||
           kind == MessageKind::task_result;
}

// The session was transferred to the receiver before it was sent. A receiver that does not find it under its own
// generation (its predecessor crashed) allocates a new one.
struct Handover {
    int64_t session_id = 0;
    shm::SessionOrigin origin;
};

struct MessageHead {
    MessageKind kind = MessageKind::pipe_message;
    int32_t from_worker = -1;
    int32_t to_worker = -1;
    uint32_t flags = 0;  // the kind's own
    uint64_t body = 0;   // what send_any() put on the line of bodies for it; 0: nothing
};

// `payload` lives in the room that was given to receive(). `socket` is the file of a long body (see
// proc/message_body.h) where `head.body` says so.
struct Message {
    MessageHead head;
    Bytes payload;
    Fd socket;
};

// A message that somebody keeps: with a payload of its own.
struct OwnedMessage {
    MessageHead head;
    std::string payload;
    Fd socket;

    static OwnedMessage of(Message&& message) {
        return {message.head, std::string(message.payload), std::move(message.socket)};
    }
    // Lives as long as this one, which has no socket any more.
    Message release() noexcept { return {head, payload, std::move(socket)}; }
};

class Inboxes {
public:
    static constexpr size_t kRingBytes = 1024 * 1024;
    static constexpr size_t kMaxPayload = kRingBytes / 4 - sizeof(MessageHead);
    static constexpr size_t kMaxWithSocket = 64 * 1024;

    Inboxes() = default;
    Inboxes(const Inboxes&) = delete;
    Inboxes& operator=(const Inboxes&) = delete;

    Error create(uint32_t slots) noexcept;
    void close() noexcept {
        boxes_.clear();
        master_event_ = Fd();
    }
    uint32_t count() const noexcept { return static_cast<uint32_t>(boxes_.size()); }
    // For a forked worker: closes the reading end of every other slot's line.
    void keep_only(uint32_t slot) noexcept;

    // The parts make the payload. data_length_too_large: above kMaxPayload.
    Error send(uint32_t slot, const MessageHead& head, Bytes first, Bytes second = {}, Bytes third = {}) noexcept;
    // `socket` is duplicated into the message; the payload is at most kMaxWithSocket.
    Error send_socket(uint32_t slot, const MessageHead& head, Bytes first, Bytes second, int socket) noexcept;

    // `body` may have any length up to MessageBody::kMost: when it is too long for the ring it travels in a file in
    // memory.
    Error send_any(uint32_t slot, const MessageHead& head, Bytes first, Bytes body) noexcept;
    // One that was received, as it is.
    Error forward(uint32_t slot, const Message& message) noexcept;

    // What sending a socket or a long body may fail with, besides: the system is out of buffers, or too many
    // descriptors are under way. Nobody tells when that is over.
    static constexpr Error kSystemBusy = static_cast<Error>(ENOBUFS);

    // Calls `send`, which sends to `slot`. When that says server_pipe_buffer_full, it is called once more, and if there
    // is still no room, the ring_fd() of `waiter`, the sender's own slot, becomes readable as soon as there is. The
    // master, while it forwards messages that nobody else reads, is kMaster, and waits for master_fd().
    template <class Send>
    Error send_or_wake(uint32_t slot, uint32_t waiter, Send send) noexcept {
        const Error error = send();
        if (error != Error::server_pipe_buffer_full) return error;
        // The second try is what makes sure of the wake-up: see InboxWaiters.
        waiters_.add(slot, std::min(waiter, count()));
        return send();
    }
    static constexpr uint32_t kMaster = UINT32_MAX;
    int master_fd() const noexcept { return master_event_.get(); }
    // Makes ring_fd() or master_fd() unreadable; the messages stay.
    void clear_wake(uint32_t waiter) const noexcept;

    // For the slot's process. would_block: empty. Others: not now, it stays in the box (of descriptors there are no
    // more). Each overwrites `room`.
    Result<Message> receive(uint32_t slot, Buffer& room) noexcept;
    // In two steps, see shm/ring.h.
    Result<Message> peek(uint32_t slot, Buffer& room) noexcept;
    void take(uint32_t slot) noexcept;
    uint64_t taken(uint32_t slot) const noexcept { return boxes_[slot]->ring.taken(); }
    Result<Message> receive_socket(uint32_t slot, Buffer& room) noexcept;
    bool empty(uint32_t slot) const noexcept;
    // Before it waits for ring_fd(), when receive() found nothing; at first, too. False: look again, it is readable.
    bool sleep(uint32_t slot) noexcept { return boxes_[slot]->ring.sleep(); }
    int ring_fd(uint32_t slot) const noexcept { return boxes_[slot]->ring.fd(); }
    int line_fd(uint32_t slot) const noexcept { return boxes_[slot]->sockets.reader.get(); }

    // Makes ring_fd() or master_fd() readable.
    void wake(uint32_t waiter) const noexcept;
    // When a process has died or begun: what it wrote at last, nobody may have been told of, and who waits for room in
    // its inbox, or for somebody to send to, looks again.
    void wake_all() const noexcept;

private:
    struct Line {
        Fd reader;
        Fd writer;

        Error open() noexcept;
        Error send(std::span<const iovec> parts, int file) noexcept;
        Result<size_t> receive(std::span<iovec> parts, int flags, Fd& file) noexcept;
        void drop() noexcept { (void)::recv(reader.get(), nullptr, 0, 0); }
    };
    struct Box {
        shm::Ring ring;
        Line sockets;
        Line bodies;
        bool body_was_read = false;  // of the message that peek() found
    };

    Error write(uint32_t slot, const MessageHead& head, std::span<const Bytes> parts, shm::Ring::First first = nullptr,
                void* data = nullptr) noexcept;
    Error send_body(uint32_t slot, MessageHead head, Bytes first, int file) noexcept;
    static Error find_body(Box& box, uint64_t number, Fd& file) noexcept;
    void wake_waiters(uint32_t slot) noexcept;

    std::vector<std::unique_ptr<Box>> boxes_;
    InboxWaiters waiters_;  // the last number is the master's
    Fd master_event_;
};

}  // namespace tern::proc
