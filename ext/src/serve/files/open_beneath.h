// Opens files below a root directory. A path never leads outside of it; where Links says so, links do not either, even
// with mounts of /proc, or concurrent changes.
#pragma once

#include <cstdint>
#include <sys/stat.h>

#include "base/fd.h"
#include "base/result.h"

namespace tern::serve {

// If this is equal at two times, the content of the file is the same.
struct FileStatus {
    uint64_t device = 0;
    uint64_t inode = 0;
    uint64_t size = 0;
    int64_t modified_ns = 0;
    int64_t changed_ns = 0;
    bool regular = false;
    bool directory = false;

    static FileStatus of(const struct stat& status) noexcept;
    int64_t modified_s() const noexcept;
    bool operator==(const FileStatus&) const = default;
};

class RootDirectory {
public:
    enum class Links : uint8_t {
        beneath,  // symbolic links are followed as long as they lead to places below the root
        none,     // never followed; also used on kernels without openat2()
        any,      // always followed
    };

    Error open(const char* path, Links links) noexcept;
    bool is_open() const noexcept { return fd_.open(); }
    // False: another file is at the path now.
    bool is_at(const char* path) const noexcept;

    // `path` starts with '/' and has no "." or ".." segments. Devices, sockets and pipes are never opened.
    Result<FileStatus> status(const char* path) const noexcept;
    // Open a regular file, or a directory for listing.
    Result<Fd> open_file(const char* path) const noexcept;
    Result<Fd> open_directory(const char* path) const noexcept;

private:
    Result<Fd> open_at(const char* path, int flags) const noexcept;
    Result<Fd> open_if_beneath(const char* path, int flags) const noexcept;
    Result<Fd> walk(const char* path, int flags) const noexcept;

    Fd fd_;
    Links links_ = Links::beneath;
};

}  // namespace tern::serve
