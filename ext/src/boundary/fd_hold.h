// Keeps a descriptor open while a thread uses it.
#pragma once

namespace tern::boundary {

// One use of a descriptor, which the destructor ends. A job that outlives its boundary is destroyed on its thread,
// where there is no boundary, and ends nothing.
class FdHold {
public:
    explicit FdHold(int fd);
    FdHold(FdHold&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    FdHold& operator=(FdHold&&) = delete;
    ~FdHold();
    int get() const noexcept { return fd_; }

private:
    int fd_;
};

}  // namespace tern::boundary
