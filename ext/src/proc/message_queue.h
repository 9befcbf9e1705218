// A message queue of System V: messages of any process with the key, kept until they are read or the queue is removed.
// Calls never wait: would_block.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/bytes.h"
#include "base/result.h"

namespace tern::proc {

class MessageQueue {
public:
    static constexpr size_t kMostBytes = 64 * 1024;  // of one message

    // Creates the queue when there is none. Key 0: a new one, for this process and its children. `capacity` is in
    // bytes; 0: the system's default.
    Error open(key_t key, size_t capacity) noexcept;
    // Opens an existing queue; ENOENT.
    Error find(key_t key) noexcept;
    bool is_open() const noexcept { return id_ >= 0; }
    // True: this user or root has made it, and no user outside of its group may write to it.
    bool is_private() const noexcept;
    int id() const noexcept { return id_; }

    // `type` is above 0. data_length_too_large: the limits of the queue or of the system forbid such a long message.
    Error send(long type, Bytes message) noexcept;
    // Type 0: any. A message longer than `size` is truncated. Puts the message into `into`.
    Error receive(long type, size_t size, std::string& into) noexcept;

    struct Fill {
        size_t messages = 0;
        size_t bytes = 0;
    };
    Result<Fill> fill() const noexcept;
    // Removes the queue for all processes; its messages are lost.
    Error remove() noexcept;

private:
    bool can_ever_have(size_t bytes) const noexcept;  // after an error

    int id_ = -1;
};

}  // namespace tern::proc
