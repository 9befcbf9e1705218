// The unsent rest of a list of buffers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <sys/uio.h>

namespace tern::boundary {

class Pieces {
public:
    Pieces(const iovec* pieces, size_t count) noexcept : pieces_(pieces), count_(count) {
        for (size_t i = 0; i < count; ++i) left_ += pieces[i].iov_len;
    }

    size_t left() const noexcept { return left_; }
    size_t sent() const noexcept { return sent_; }
    // The first buffer that is not sent completely, and whether a part of it is sent.
    size_t position() const noexcept { return at_; }
    bool splits() const noexcept { return offset_ > 0; }

    // The next buffers, as many as fit.
    static constexpr size_t kWindow = 16;
    size_t window(iovec (&into)[kWindow]) const noexcept {
        into[0] = {};
        const size_t count = std::min(kWindow, count_ - at_);
        for (size_t i = 0; i < count; ++i) into[i] = pieces_[at_ + i];
        if (count > 0) {
            into[0].iov_base = static_cast<char*>(into[0].iov_base) + offset_;
            into[0].iov_len -= offset_;
        }
        return count;
    }
    void advance(size_t bytes) noexcept {
        left_ -= bytes;
        sent_ += bytes;
        while (at_ < count_ && bytes >= pieces_[at_].iov_len - offset_) {
            bytes -= pieces_[at_++].iov_len - offset_;
            offset_ = 0;
        }
        offset_ += bytes;
    }

private:
    const iovec* pieces_;
    size_t count_;
    size_t at_ = 0;
    size_t offset_ = 0;
    size_t left_ = 0;
    size_t sent_ = 0;
};

}  // namespace tern::boundary
