// Files that a TLS context is made from: read whole, and asked later whether they are still the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace tern::net {

class TlsFiles {
public:
    TlsFiles() = default;

    // Remembered even when it cannot be read: it may appear. file_too_large beyond kMostBytes.
    Result<std::string> read(const std::string& path);
    // One of them is another file now, or has other content by its size and time. Asks the kernel, reads nothing.
    bool changed() const noexcept;

    static constexpr size_t kMostBytes = 4 << 20;

private:
    struct Mark {
        uint64_t device = 0;
        uint64_t inode = 0;
        int64_t size = -1;  // there is no such file
        int64_t modified_ns = 0;
        bool operator==(const Mark&) const = default;
    };
    static Mark mark_of(const char* path) noexcept;

    std::vector<std::pair<std::string, Mark>> marks_;
};

}  // namespace tern::net
