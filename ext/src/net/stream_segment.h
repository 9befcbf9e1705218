// A part of a Stream's queue.
#pragma once

#include "base/buffer.h"
#include "base/list.h"
#include "base/slice.h"
#include "net/shared_fd.h"

namespace tern::net {

// One part of the queue: bytes of our own, bytes kept by reference, or a range of a file.
struct StreamSegment : ListHook {
    Buffer copied;
    Slice kept;
    SharedFd file;
    off_t offset = 0;
    uint64_t left = 0;

    bool is_file() const noexcept { return file.open(); }
    const char* unsent() const noexcept {
        Bytes all = copied.empty() ? kept.view() : copied.view();
        return all.data() + (all.size() - left);
    }
};

}  // namespace tern::net
