// Stores bytes in memory first, and beyond body_memory_bytes in an unnamed file.
#pragma once

#include "base/buffer.h"
#include "base/fd.h"
#include "base/result.h"
#include "serve/limits.h"

namespace tern::serve {

// Writes everything. Blocks like writing to a file.
Error write_all(int fd, Bytes bytes) noexcept;

class Spool {
public:
    Error append(Bytes bytes, const Limits& limits) noexcept;
    uint64_t size() const noexcept { return size_; }
    bool in_file() const noexcept { return file_.open(); }
    Bytes in_memory() const noexcept { return memory_.view(); }
    size_t memory() const noexcept { return memory_.capacity(); }
    // Writes all to the file, and frees the memory. The next bytes go there, too.
    Error move_to_file(const Limits& limits) noexcept;
    // Copies `count` bytes from position `from`; they must exist.
    Error read(char* into, uint64_t from, size_t count) const noexcept;
    // Writes bytes from position `from` on to a file, as many as it takes in one call: at least one.
    Result<size_t> copy_some(int fd, uint64_t from) const noexcept;

private:
    static constexpr size_t kMostPerCopy = 1 << 20;

    Buffer memory_;
    Fd file_;
    uint64_t size_ = 0;
};

}  // namespace tern::serve
