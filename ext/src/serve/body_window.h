// The bytes of a body between the connection, which receives them, and a handler that takes them piece by piece. It has
// at most kFull bytes and one read buffer more, since the connection does not receive while it is full. Over HTTP/2 it
// is kLow and the window of the stream, which opens again below kLow.
#pragma once

#include <utility>

#include "base/buffer.h"

namespace tern::serve {

class BodyWindow {
public:
    static constexpr size_t kFull = 64 * 1024;
    static constexpr size_t kLow = kFull / 2;  // receiving continues below this

    // The bytes that are not taken yet. Valid until append() or drop().
    Bytes view() const noexcept { return bytes_.view().substr(taken_); }
    bool full() const noexcept { return bytes_.size() - taken_ >= kFull; }
    bool low() const noexcept { return bytes_.size() - taken_ < kLow; }

    void append(Bytes bytes) noexcept {
        if (taken_ > 0) bytes_.drop_front(std::exchange(taken_, 0));
        bytes_.append(bytes);
    }
    void drop(size_t count) noexcept {
        taken_ += count;
        TERN_CHECK(taken_ <= bytes_.size());
        if (taken_ < bytes_.size()) return;
        bytes_.clear();
        taken_ = 0;
    }

private:
    Buffer bytes_;
    size_t taken_ = 0;
};

}  // namespace tern::serve
