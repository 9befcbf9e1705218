// Memory for nghttp2, which allocates about ten small blocks for each stream. Freed blocks are kept by their size, for
// later streams: that takes a tenth of the instructions of malloc() and free(). The sessions of one thread share it,
// and it outlives them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <nghttp2/nghttp2.h>

namespace tern::http::h2 {

class PooledMemory {
public:
    // Beyond that, freed blocks go back to the system.
    static constexpr size_t kMostKeptBytes = 256 * 1024;

    PooledMemory() noexcept;
    PooledMemory(const PooledMemory&) = delete;
    PooledMemory& operator=(const PooledMemory&) = delete;
    ~PooledMemory();

    // For objects of the same thread. Without a pool: malloc() and free().
    static void* take_from(PooledMemory* pool, size_t bytes) noexcept {
        return pool == nullptr ? std::malloc(bytes) : allocate(bytes, pool);
    }
    static void give_back_to(PooledMemory* pool, void* block) noexcept {
        pool == nullptr ? std::free(block) : release(block, pool);
    }
    // For nghttp2_session_server_new3().
    nghttp2_mem* functions() noexcept { return &functions_; }
    size_t kept_bytes() const noexcept { return kept_bytes_; }

private:
    static constexpr size_t kStep = 32;     // sizes are multiples of it
    static constexpr size_t kClasses = 64;  // larger blocks are never kept

    // In front of each block.
    struct alignas(std::max_align_t) Head {
        size_t bytes;
        Head* next;  // of those that are kept; otherwise unused
    };

    static void* allocate(size_t bytes, void* self) noexcept;
    static void release(void* block, void* self) noexcept;
    static void* allocate_zeroed(size_t count, size_t bytes, void* self) noexcept;
    static void* resize(void* block, size_t bytes, void* self) noexcept;
    static Head* head_of(void* block) noexcept { return static_cast<Head*>(block) - 1; }

    nghttp2_mem functions_;
    Head* kept_[kClasses] = {};
    size_t kept_bytes_ = 0;
};

}  // namespace tern::http::h2
