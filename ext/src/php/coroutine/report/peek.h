// Reads memory that another thread may change or unmap meanwhile. The kernel copies it, so the read fails instead of
// faulting.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace tern::php {

class Peek {
public:
    Peek() noexcept;
    Peek(const Peek&) = delete;
    Peek& operator=(const Peek&) = delete;
    ~Peek();

    // False when the memory cannot be read. `bytes` is at most PIPE_BUF.
    bool copy(const void* from, void* into, size_t bytes) noexcept;
    template <class Value, class Into>
    bool copy(const Value* from, Into& into) noexcept {
        static_assert(std::is_trivially_copyable_v<Into>);
        static_assert(std::is_same_v<Value, Into> || (std::is_pointer_v<Value> && std::is_convertible_v<Value, Into>));
        const auto bytes = std::as_writable_bytes(std::span<Into, 1>(&into, 1));
        return copy(from, bytes.data(), bytes.size());
    }

private:
    int ends_[2] = {-1, -1};
};

}  // namespace tern::php
