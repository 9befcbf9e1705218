// The parts of a response's body that wait to be put into frames.
#pragma once

#include <vector>

#include "base/buffer.h"
#include "serve/exchange.h"

namespace tern::serve {

class PartQueue {
public:
    // Copies bytes that have no owner.
    void push(BodyPart&& part) noexcept;
    uint64_t size() const noexcept { return size_; }
    // The memory in use. Files do not count. A part counts until all of it is used.
    uint64_t memory() const noexcept { return memory_; }
    bool has_files() const noexcept { return files_ > 0; }
    // Appends the next `count` bytes, which must be queued. False: a file has become shorter, and zeros stand for the
    // missing bytes.
    bool put(Buffer& out, size_t count) noexcept;
    void clear() noexcept;

private:
    bool put_of_first(Buffer& out, size_t count) noexcept;
    void drop_first() noexcept;

    BodyPart first_;              // most responses have one part, which needs no block of memory
    std::vector<BodyPart> rest_;  // the parts after it
    size_t next_ = 0;             // index of the first unused part of the rest
    size_t taken_ = 0;            // used bytes of the first part
    uint64_t size_ = 0;
    uint64_t memory_ = 0;
    uint64_t files_ = 0;  // parts of files, as long as some of them is unused
};

}  // namespace tern::serve
