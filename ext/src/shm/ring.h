// A bounded queue of messages in shared memory, with many writers and one reader. Messages are written whole or not at
// all, in order per writer, and writing never waits for room. It is made before the processes are forked.
//
// Writers take turns by a lock. One store, which moves the end, makes a message visible. A writer that is killed before
// it, at any instruction, leaves nothing, and the next writer takes over the lock and overwrites its data. The reader
// takes no lock, so a writer never blocks it. A writer that is killed between that store and the wake-up leaves a
// message that is noticed with the next one; a process that learns of the death calls wake(). A killed reader has read
// a message or has not: the next reader continues there.
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
    ~Ring();  // frees it in this process only

    // Call it once. `capacity` limits the unread bytes: a power of two, at least 4096. Pages are used when first
    // written.
    Error create(size_t capacity) noexcept;

    // A quarter of the capacity, so that one message does not need an empty ring.
    size_t max_message() const noexcept { return capacity_ / 4; }
    // The parts form one message, which may be empty. data_length_too_large: it never fits into this ring. would_block:
    // not until the reader has read. `first` is called when there is room, before the message is visible and before
    // other writers get their turn. If it fails, nothing is written and its error is returned.
    using First = Error (*)(void* data) noexcept;
    Error write(std::span<const Bytes> parts, First first = nullptr, void* data = nullptr) noexcept;

    // For the reader. Overwrites `room`. would_block: the ring is empty.
    Error read(Buffer& room) noexcept;
    // Reading in two steps: peek() any number of times, then take(). If the reader dies in between, the message stays.
    Error peek(Buffer& room) noexcept;
    void take() noexcept;
    bool empty() const noexcept;
    // The number of bytes that could be written now, including lengths.
    size_t room() const noexcept;
    // The total number of read bytes: grows with each message that is taken.
    uint64_t taken() const noexcept;
    // Call it before the reader waits for fd(). False: there is a message, and fd() is readable already.
    bool sleep() noexcept;
    int fd() const noexcept { return event_fd_; }

    // For any process: makes fd() readable.
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
