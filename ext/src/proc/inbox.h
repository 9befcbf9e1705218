// Messages between processes: each slot has one inbox (see shared_state.h). Any process of the server may send to any
// slot; the process in the slot reads its own inbox. An inbox is a ring in shared memory and two socket pairs: one for
// messages that carry a socket, one for bodies that are too long for the ring. The successor in a slot reads what a
// crashed worker left unread. The master empties the inbox of a drained worker and forwards to the worker's current
// slot. A message arrives whole or not at all. Those of one sender arrive in order, where messages with a socket and
// messages without one are two sequences. Sending never waits: a full inbox is Error::server_pipe_buffer_full. A sender
// that can wait uses send_or_wake(), and is woken when the reader has made room.
//
// A message names the worker that it is for. A reader with another worker id forwards it: then the slot got another
// worker after the sender looked it up.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/fd.h"
#include "base/result.h"
#include "proc/descriptor_line.h"
#include "proc/inbox_waiters.h"
#include "shm/ring.h"
#include "shm/session_table.h"

namespace tern::proc {

enum class MessageKind : uint32_t {
    handover = 1,         // a connection: Handover, then the bytes read so far; with its socket
    close_session = 2,    // int64_t session id
    send_to_session = 3,  // int64_t session id, then the bytes to send
    pipe_message = 4,     // sendMessage(): the packed value
    // See worker/messages.h
    push_to_session = 5,
    disconnect_session = 6,
    broadcast = 7,
    room_query = 8,
    room_reply = 9,
    // See worker/messages.h
    task = 10,
    task_result = 11,
    packet = 12,
    response = 13,
    // See php/server/server_commands.h
    command = 20,
    command_result = 21,
};

// Messages of the other kinds are about sessions of the receiving process, which end with it.
constexpr bool outlives_its_reader(MessageKind kind) noexcept {
    return kind == MessageKind::handover || kind == MessageKind::pipe_message || kind == MessageKind::task ||
           kind == MessageKind::task_result || kind == MessageKind::packet;
}

// The session was transferred to the receiver before this was sent. If the receiver does not find it under its own
// generation (because its predecessor crashed), it allocates a new one.
struct Handover {
    int64_t session_id = 0;
    shm::SessionOrigin origin;
};

struct MessageHead {
    MessageKind kind = MessageKind::pipe_message;
    int32_t from_worker = -1;
    int32_t to_worker = -1;
    uint32_t flags = 0;  // their meaning depends on the kind
    uint64_t body = 0;   // the number of the body that send_any() sent separately; 0: none
};

// `payload` is in the room that was given to receive(). `socket` is the file of a long body (see proc/message_body.h)
// if `head.body` is not 0.
struct Message {
    MessageHead head;
    Bytes payload;
    Fd socket;
};

// A message that is kept: it owns its payload.
struct OwnedMessage {
    MessageHead head;
    std::string payload;
    Fd socket;

    static OwnedMessage of(Message&& message) {
        return {message.head, std::string(message.payload), std::move(message.socket)};
    }
    // The payload is valid as long as this object, which gives up its socket.
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
        inboxes_.clear();
        master_event_ = Fd();
    }
    uint32_t count() const noexcept { return static_cast<uint32_t>(inboxes_.size()); }
    // For a forked worker: closes the reading ends of all other slots.
    void keep_only(uint32_t slot) noexcept;

    // The payload is `first`, `second` and `third`. data_length_too_large: it is longer than kMaxPayload.
    Error send(uint32_t slot, const MessageHead& head, Bytes first, Bytes second = {}, Bytes third = {}) noexcept;
    // Sends a duplicate of `socket` with the message. The payload is at most kMaxWithSocket.
    Error send_socket(uint32_t slot, const MessageHead& head, Bytes first, Bytes second, int socket) noexcept;

    // `body` may have up to MessageBody::kMost bytes. If it is too long for the ring, it travels in a memory file.
    Error send_any(uint32_t slot, const MessageHead& head, Bytes first, Bytes body) noexcept;
    // Sends a received message unchanged.
    Error forward(uint32_t slot, const Message& message) noexcept;

    // A further error when a socket or a long body is sent: the system has no buffers, or too many descriptors are in
    // transit. No event says when that is over.
    static constexpr Error kSystemBusy = DescriptorLine::kSystemBusy;

    // Calls `send`, which sends to `slot`. When that returns server_pipe_buffer_full, `send` is called once more. If
    // there is still no room, the ring_fd() of `waiter`, the sender's own slot, becomes readable as soon as there is.
    // The master passes kMaster while it forwards orphaned messages, and waits for master_fd().
    template <class Send>
    Error send_or_wake(uint32_t slot, uint32_t waiter, Send send) noexcept {
        const Error error = send();
        if (error != Error::server_pipe_buffer_full) return error;
        // The second try makes sure that the wake-up is not missed: see InboxWaiters.
        waiters_.add(slot, std::min(waiter, count()));
        return send();
    }
    static constexpr uint32_t kMaster = UINT32_MAX;
    int master_fd() const noexcept { return master_event_.get(); }
    // Makes ring_fd() or master_fd() unreadable; the messages stay.
    void clear_wake(uint32_t waiter) const noexcept;

    // For the slot's process; they overwrite `room`. would_block: the inbox is empty. Other errors: the message stays
    // in the inbox and cannot be read now (the process has no free descriptor).
    Result<Message> receive(uint32_t slot, Buffer& room) noexcept;
    // receive() in two steps, see shm/ring.h.
    Result<Message> peek(uint32_t slot, Buffer& room) noexcept;
    void take(uint32_t slot) noexcept;
    uint64_t taken(uint32_t slot) const noexcept { return inboxes_[slot]->ring.taken(); }
    Result<Message> receive_socket(uint32_t slot, Buffer& room) noexcept;
    bool empty(uint32_t slot) const noexcept;
    // Call it before waiting for ring_fd(), when receive() found nothing, and once at the start. False: a message came
    // meanwhile, so look again.
    bool sleep(uint32_t slot) noexcept { return inboxes_[slot]->ring.sleep(); }
    int ring_fd(uint32_t slot) const noexcept { return inboxes_[slot]->ring.fd(); }
    int line_fd(uint32_t slot) const noexcept { return inboxes_[slot]->sockets.reader.get(); }

    // For tests.
    const shm::Ring& ring(uint32_t slot) const noexcept { return inboxes_[slot]->ring; }
    int body_fd(uint32_t slot) const noexcept { return inboxes_[slot]->bodies.reader.get(); }

    // Makes ring_fd() or master_fd() readable.
    void wake(uint32_t waiter) const noexcept;
    // Call it when a process has died or begun. Its last message may have come without a wake-up; and senders that wait
    // for room in its inbox, or for a receiver, must try again.
    void wake_all() const noexcept;

private:
    struct Inbox {
        shm::Ring ring;
        DescriptorLine sockets;
        DescriptorLine bodies;
        bool body_was_read = false;  // the body of the message that peek() found
    };

    Error write(uint32_t slot, const MessageHead& head, std::span<const Bytes> parts, shm::Ring::First first = nullptr,
                void* data = nullptr) noexcept;
    Error send_body(uint32_t slot, MessageHead head, Bytes first, int file) noexcept;
    static Error find_body(Inbox& inbox, uint64_t number, Fd& file) noexcept;
    void wake_waiters(uint32_t slot) noexcept;

    std::vector<std::unique_ptr<Inbox>> inboxes_;
    InboxWaiters waiters_;  // the last number is the master's
    Fd master_event_;
};

}  // namespace tern::proc
