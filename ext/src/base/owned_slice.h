// Slices that own their bytes.
#pragma once

#include "base/buffer.h"
#include "base/slice.h"

namespace tern {

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
