// An owned, growable array of bytes. Growth doubles it; release() frees the memory. Not for unbounded input: code that
// appends data of a peer must check a limit first.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"

namespace tern {

class Buffer {
public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer(Buffer&& other) noexcept : data_(other.data_), size_(other.size_), capacity_(other.capacity_) {
        other.data_ = nullptr;
        other.size_ = other.capacity_ = 0;
    }
    Buffer& operator=(Buffer&& other) noexcept {
        if (this == &other) return *this;
        std::free(data_);
        data_ = other.data_;
        size_ = other.size_;
        capacity_ = other.capacity_;
        other.data_ = nullptr;
        other.size_ = other.capacity_ = 0;
        return *this;
    }
    ~Buffer() { std::free(data_); }

    const char* data() const noexcept { return data_; }
    char* bytes() noexcept { return data_; }
    size_t size() const noexcept { return size_; }
    size_t capacity() const noexcept { return capacity_; }
    bool empty() const noexcept { return size_ == 0; }
    Bytes view() const noexcept { return Bytes(data_, size_); }

    void append(Bytes bytes) noexcept {
        if (bytes.empty()) return;
        std::memcpy(extend(bytes.size()), bytes.data(), bytes.size());
    }
    // Makes room for `count` bytes at the end, which count as written. The pointer is valid until the next growth,
    // which does not double it beyond `most`.
    char* extend(size_t count, size_t most = std::numeric_limits<size_t>::max()) noexcept {
        if (capacity_ - size_ < count) grow(count, most);
        char* place = data_ + size_;
        size_ += count;
        return place;
    }
    // Removes the last `count` bytes that extend() has added.
    void shrink(size_t count) noexcept {
        TERN_CHECK(count <= size_);
        size_ -= count;
    }
    void drop_front(size_t count) noexcept {
        TERN_CHECK(count <= size_);
        size_ -= count;
        if (size_ != 0) std::memmove(data_, data_ + count, size_);
    }
    void clear() noexcept { size_ = 0; }
    // Returns its memory, which the caller frees; null if there is none.
    char* detach() noexcept {
        size_ = capacity_ = 0;
        return std::exchange(data_, nullptr);
    }
    void release() noexcept {
        std::free(data_);
        data_ = nullptr;
        size_ = capacity_ = 0;
    }

private:
    [[gnu::noinline]] void grow(size_t count, size_t most) noexcept {
        size_t wanted = std::min(capacity_ == 0 ? 256 : capacity_ * 2, most);
        if (wanted < size_ + count) wanted = size_ + count;
        void* moved = std::realloc(data_, wanted);
        TERN_CHECK(moved != nullptr);
        data_ = static_cast<char*>(moved);
        capacity_ = wanted;
    }

    char* data_ = nullptr;
    size_t size_ = 0;
    size_t capacity_ = 0;
};

}  // namespace tern
