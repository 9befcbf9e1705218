// Bytes together with their owner, which keeps them alive until the slice is dropped. Move-only. A slice without an
// owner is a view of bytes that the caller keeps alive.
#pragma once

#include <utility>

#include "base/buffer.h"
#include "base/bytes.h"

namespace tern {

class Slice {
public:
    using Release = void (*)(void* owner);

    Slice() = default;
    explicit Slice(Bytes static_bytes) noexcept : bytes_(static_bytes) {}
    Slice(Bytes bytes, void* owner, Release release) noexcept : bytes_(bytes), owner_(owner), release_(release) {}
    Slice(Slice&& other) noexcept
        : bytes_(other.bytes_), owner_(other.owner_), release_(std::exchange(other.release_, nullptr)) {}
    Slice& operator=(Slice&& other) noexcept {
        if (this == &other) return *this;
        drop();
        bytes_ = other.bytes_;
        owner_ = other.owner_;
        release_ = std::exchange(other.release_, nullptr);
        return *this;
    }
    ~Slice() { drop(); }

    Bytes view() const noexcept { return bytes_; }
    size_t size() const noexcept { return bytes_.size(); }
    bool empty() const noexcept { return bytes_.empty(); }
    // True: the bytes live as long as the slice. Otherwise they live as long as the call.
    bool owned() const noexcept { return release_ != nullptr; }

private:
    void drop() noexcept {
        if (release_ != nullptr) std::exchange(release_, nullptr)(owner_);
    }

    Bytes bytes_;
    void* owner_ = nullptr;
    Release release_ = nullptr;
};

// Slices that own their bytes.

// Takes the content of the buffer, which is empty afterwards.
inline Slice slice_of(Buffer&& buffer) noexcept {
    const Bytes bytes = buffer.view();
    return Slice(bytes, buffer.detach(), std::free);
}

inline Slice copy_of(Bytes bytes) noexcept {
    if (bytes.empty()) return {};
    char* copy = static_cast<char*>(std::malloc(bytes.size()));
    TERN_CHECK(copy != nullptr);
    std::memcpy(copy, bytes.data(), bytes.size());
    return Slice(Bytes(copy, bytes.size()), copy, std::free);
}

}  // namespace tern
