// The files of a TLS context. They are read whole, and can be checked later for changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace tern::net {

class TlsFiles {
public:
    TlsFiles() = default;

    // Remembers the file even when it cannot be read, as it may appear later. file_too_large: above kMostBytes.
    Result<std::string> read(const std::string& path);
    // True: one of them was replaced, or its size or time has changed. Only asks the kernel.
    bool changed() const noexcept;

    static constexpr size_t kMostBytes = 4 << 20;

private:
    struct Mark {
        uint64_t device = 0;
        uint64_t inode = 0;
        int64_t size = -1;  // the file does not exist
        int64_t modified_ns = 0;
        bool operator==(const Mark&) const = default;
    };
    static Mark mark_of(const char* path) noexcept;

    std::vector<std::pair<std::string, Mark>> marks_;
};

}  // namespace tern::net
