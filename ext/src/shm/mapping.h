// Zeroed memory that processes share: children forked from here map the same memory. Each process unmaps its own
// mapping when its object is destroyed.
#pragma once

#include <cerrno>
#include <cstddef>
#include <sys/mman.h>

#include "base/check.h"
#include "base/error.h"

namespace tern::shm {

// Null and errno: the system has no memory.
inline void* map_shared(size_t bytes) noexcept {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

class Mapping {
public:
    Mapping() = default;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() {
        if (memory_ != nullptr) munmap(memory_, bytes_);
    }

    // Call it once.
    Error create(size_t bytes) noexcept {
        TERN_CHECK(memory_ == nullptr);
        memory_ = map_shared(bytes);
        if (memory_ == nullptr) return last_error();
        bytes_ = bytes;
        return Error::ok;
    }
    char* data() const noexcept { return static_cast<char*>(memory_); }
    size_t size() const noexcept { return bytes_; }

private:
    void* memory_ = nullptr;
    size_t bytes_ = 0;
};

}  // namespace tern::shm
