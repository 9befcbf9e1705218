#include "serve/part_queue.h"

#include <algorithm>
#include <string>
#include <unistd.h>

#include "base/slice.h"

namespace tern::serve {

namespace {

uint64_t length_of(const BodyPart& part) noexcept { return part.file.open() ? part.length : part.bytes.size(); }

bool read_file(int fd, off_t offset, char* into, size_t count) noexcept {
    while (count > 0) {
        const ssize_t got = ::pread(fd, into, count, offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        into += got;
        offset += got;
        count -= static_cast<size_t>(got);
    }
    std::memset(into, 0, count);
    return count == 0;
}

}  // namespace

void PartQueue::push(BodyPart&& part) noexcept {
    const uint64_t length = length_of(part);
    if (length == 0) return;
    if (!part.file.open() && !part.bytes.owned()) part.bytes = copy_of(part.bytes.view());
    memory_ += part.bytes.size();
    if (part.file.open()) ++files_;
    if (size_ == 0) {
        first_ = std::move(part);
    } else {
        rest_.push_back(std::move(part));
    }
    size_ += length;
}

bool PartQueue::put(Buffer& out, size_t count) noexcept {
    TERN_CHECK(count <= size_);
    bool whole = true;
    while (count > 0) {
        const uint64_t left = length_of(first_) - taken_;
        const size_t now = std::min<uint64_t>(count, left);
        whole = put_of_first(out, now) && whole;
        size_ -= now;
        taken_ += now;
        count -= now;
        if (now == left) drop_first();
    }
    return whole;
}

bool PartQueue::put_of_first(Buffer& out, size_t count) noexcept {
    if (first_.file.open()) {
        return read_file(first_.file.get(), first_.offset + static_cast<off_t>(taken_), out.extend(count), count);
    }
    out.append(first_.bytes.view().substr(taken_, count));
    return true;
}

void PartQueue::drop_first() noexcept {
    memory_ -= first_.bytes.size();
    if (first_.file.open()) --files_;
    taken_ = 0;
    if (rest_.empty()) {
        first_ = {};  // frees its memory now
        return;
    }
    first_ = std::move(rest_[next_]);
    if (++next_ < rest_.size()) {
        if (next_ < 64) return;
        rest_.erase(rest_.begin(), rest_.begin() + static_cast<ptrdiff_t>(next_));
    } else {
        rest_.clear();
    }
    next_ = 0;
}

void PartQueue::clear() noexcept {
    if (size_ > 0) first_ = {};
    rest_.clear();
    next_ = taken_ = 0;
    size_ = memory_ = files_ = 0;
}

}  // namespace tern::serve
