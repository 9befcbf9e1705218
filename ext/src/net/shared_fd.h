// A descriptor that several sends may use at the same time, each with its own offset. The last reference closes it. For
// one thread.
#pragma once

#include <cstdint>

#include "base/fd.h"

namespace tern::net {

class SharedFd {
public:
    SharedFd() = default;
    // Takes the descriptor over; -1 holds nothing.
    SharedFd(Fd fd) noexcept : block_(fd.open() ? new Block{std::move(fd)} : nullptr) {}
    SharedFd(const SharedFd& other) noexcept : block_(other.block_) {
        if (block_ != nullptr) ++block_->references;
    }
    SharedFd(SharedFd&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    SharedFd& operator=(SharedFd other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~SharedFd() {
        if (block_ != nullptr && --block_->references == 0) delete block_;
    }

    int get() const noexcept { return block_ == nullptr ? -1 : block_->fd.get(); }
    bool open() const noexcept { return block_ != nullptr; }

private:
    struct Block {
        Fd fd;
        uint32_t references = 1;
    };
    Block* block_ = nullptr;
};

}  // namespace tern::net
