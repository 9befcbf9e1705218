// A bounded queue of messages in shared memory: any process writes, one reads. Whole messages or nothing, in order per
// writer, and nobody waits for room. Made before the processes are forked.
//
// Writers take turns by a lock. What one writes is there when the end moves behind it, by a single store: a writer that
// is killed before it, at any instruction, leaves nothing, and the next one takes its lock over and writes over it. The
// reader takes no lock, so no writer holds it up. Who was killed between that store and the wake-up leaves a message
// that is noticed with the next one; whoever learns of its death calls wake(). A reader that is killed has read a
// message or has not: whoever reads after it goes on there.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "base/buffer.h"
#include "base/error.h"
#include "shm/mapping.h"
#include "shm/robust_lock.h"

namespace tern::shm {

class Ring {
public:
    Ring() = default;
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;
    ~Ring();  // in this process only

    // Once. `capacity`, of what waits to be read: a power of two, from 4096 on. Pages are used when first written to.
    Error create(size_t capacity) noexcept;

    // A quarter of the capacity: so one writer's message does not need an empty ring.
    size_t max_message() const noexcept { return capacity_ / 4; }
    // The parts make one message, which may be empty. data_length_too_large: no ring of this size takes it ever;
    // would_block: not until the reader has read. `first` is called when there is room, before the message can be read
    // and before other writers get their turn. Its error is this one's, and nothing was written then.
    using First = Error (*)(void* data) noexcept;
    Error write(std::span<const Bytes> parts, First first = nullptr, void* data = nullptr) noexcept;

    // For the reader. Overwrites `room`. would_block: empty.
    Error read(Buffer& room) noexcept;
    // In two steps: peek() as often as wanted, then take() what it found. Who dies between them leaves it in the ring.
    Error peek(Buffer& room) noexcept;
    void take() noexcept;
    bool empty() const noexcept;
    // How many bytes more could be written now, lengths included.
    size_t room() const noexcept;
    // How far was read, ever: grows with each message that is taken.
    uint64_t taken() const noexcept;
    // Before the reader waits for fd() to become readable. False: there is something; fd() is readable already.
    bool sleep() noexcept;
    int fd() const noexcept { return event_fd_; }

    // Any process: makes fd() readable.
    void wake() const noexcept;

    // For tests.
    char* memory() const noexcept { return mapping_.data(); }
    size_t memory_bytes() const noexcept { return mapping_.size(); }

private:
    struct Header;

    Header& header() const noexcept { return *reinterpret_cast<Header*>(mapping_.data()); }
    char* place(uint64_t at) const noexcept;
    void put(uint64_t at, Bytes bytes) noexcept;
    void get(uint64_t at, char* to, size_t bytes) const noexcept;
    size_t length_at(uint64_t at) const noexcept;
    Error append(std::span<const Bytes> parts, size_t bytes, First first, void* data) noexcept;

    Mapping mapping_;
    size_t capacity_ = 0;
    int event_fd_ = -1;
};

}  // namespace tern::shm
