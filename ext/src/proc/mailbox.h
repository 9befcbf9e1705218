// Post between processes: one box a seat (see shared_state.h). Any process of the server may send to any seat; the
// process on a seat reads its own. The master holds both ends of every box, so what a crashed worker left unread waits
// for whoever takes its seat; a box left by a drained worker is emptied by the master, which forwards to the worker's
// current seat. Letters are whole or not at all, in order per sender, and never wait: a full box is Error::would_block.
//
// A letter names the worker it is for. A reader that finds another number forwards it (the sender looked up the seat
// just before it changed hands).
#pragma once

#include <cstdint>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "net/fd.h"
#include "serve/session_table.h"

namespace tern::proc {

enum class LetterKind : uint32_t {
    handover = 1,         // a connection: Handover, then the bytes read from it so far; with its socket
    close_session = 2,    // int64_t session id
    send_to_session = 3,  // int64_t session id, then the bytes to send
    pipe_message = 4,     // sendMessage(): the serialized value
};

// The session was transferred to the receiver before it was sent. A receiver that does not find it under its own
// incarnation (its predecessor crashed) allocates a new one.
struct Handover {
    int64_t session_id = 0;
    serve::SessionOrigin origin;
};

struct LetterHead {
    LetterKind kind = LetterKind::pipe_message;
    int32_t from_worker = -1;
    int32_t to_worker = -1;
    uint32_t flags = 0;  // the kind's own
};

// `payload` lives in the room that was given to receive().
struct Letter {
    LetterHead head;
    Bytes payload;
    net::Fd socket;
};

class Mailboxes {
public:
    static constexpr size_t kMaxPayload = 64 * 1024;

    Mailboxes() = default;
    Mailboxes(const Mailboxes&) = delete;
    Mailboxes& operator=(const Mailboxes&) = delete;

    Error create(uint32_t seats) noexcept;
    void close() noexcept { boxes_.clear(); }
    // For a forked worker: closes the reading end of every other seat.
    void keep_only(uint32_t seat) noexcept;

    // The payload is `first` then `second`; `socket` is duplicated into the letter, -1 for none.
    Error send(uint32_t seat, const LetterHead& head, Bytes first, Bytes second = {}, int socket = -1) noexcept;
    // would_block: empty. Overwrites `room`.
    Result<Letter> receive(uint32_t seat, Buffer& room) noexcept;
    int fd(uint32_t seat) const noexcept { return boxes_[seat].reader.get(); }

private:
    struct Box {
        net::Fd reader;
        net::Fd writer;
    };
    std::vector<Box> boxes_;
};

}  // namespace tern::proc
