// The parts of an answer's body that wait for the frames that will carry them.
#pragma once

#include <vector>

#include "base/buffer.h"
#include "serve/exchange.h"

namespace tern::serve {

class PartQueue {
public:
    // Bytes that nobody owns are copied.
    void push(BodyPart part) noexcept;
    uint64_t size() const noexcept { return size_; }
    // Of memory: what lies in files does not count, what is used up of a part counts until all of it is.
    uint64_t memory() const noexcept { return memory_; }
    // Appends the next `count` bytes, which are there. False: a file became shorter than it was, and zeros stand for
    // what it lacks.
    bool put(Buffer& out, size_t count) noexcept;
    void clear() noexcept;

private:
    bool put_of_first(Buffer& out, size_t count) noexcept;
    void drop_first() noexcept;

    std::vector<BodyPart> parts_;
    size_t first_ = 0;  // of those that are not used up
    size_t taken_ = 0;  // of its bytes
    uint64_t size_ = 0;
    uint64_t memory_ = 0;
};

}  // namespace tern::serve
