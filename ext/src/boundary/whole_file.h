// Whole files: read here if the kernel has them in memory, otherwise by threads. A descriptor argument is closed by the
// receiver.
#pragma once

#include <string>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/fd.h"
#include "base/result.h"
#include "coro/offloaded.h"

namespace tern::boundary {

// Reads at `offset` without waiting for a disk. would_block: it would have to wait, or that is unknown.
Result<size_t> read_in_memory(int fd, char* into, size_t room, off_t offset) noexcept;

// The same from the start, for files smaller than a page. 0: the file is larger, not in memory, or empty. A short read
// of a page in memory is the end of the file, so its size is not needed.
size_t read_small(int fd, char* into, size_t room) noexcept;

// Writes from the start (or at the end, if opened so), then truncates a regular file after that. Truncating first would
// make the kernel write to the disk at once. `old_size`: the size of a regular file, 0 for others.
Error replace_content(int fd, Bytes content, off_t old_size, bool append) noexcept;

// Reads a file from its start, for descriptors that cannot be polled.
class FileRead final : public coro::AwaitedJob {
public:
    // Reads at most `limit` bytes; a longer file fails with file_too_large. `locked`: takes a shared lock first.
    FileRead(Fd fd, size_t limit, bool locked) noexcept : fd_(std::move(fd)), limit_(limit), locked_(locked) {}
    Error error() const noexcept { return error_; }
    Bytes content() const noexcept { return content_.view(); }

private:
    void work() noexcept override;
    Error read_all() noexcept;

    Fd fd_;
    size_t limit_;
    bool locked_;
    Buffer content_;
    Error error_ = Error::ok;
};

// Loads a part of a file into the page cache.
class FilePrefetch final : public coro::AwaitedJob {
public:
    FilePrefetch(Fd fd, off_t offset, size_t size) noexcept : fd_(std::move(fd)), offset_(offset), size_(size) {}

private:
    void work() noexcept override;

    Fd fd_;
    off_t offset_;
    size_t size_;
};

// Opens a file with the flags of open(), and replaces its content or appends to it.
class FileWrite final : public coro::AwaitedJob {
public:
    FileWrite(Bytes path, int flags, Bytes content, bool locked) noexcept
        : path_(path), flags_(flags), content_(content), locked_(locked) {}
    Error error() const noexcept { return error_; }

private:
    void work() noexcept override;
    Error write_all() noexcept;

    std::string path_;
    int flags_;
    std::string content_;
    bool locked_;
    Error error_ = Error::ok;
};

}  // namespace tern::boundary
