// A descriptor that a thread works on: it stays open until the thread is done with it.
#pragma once

namespace tern::boundary {

// One use of a descriptor, given back by its destructor. A job that outlives its boundary is destroyed on its thread,
// where there is none, and gives nothing back.
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
