// The file of an access log. The master opens it, and the workers inherit it: each process has its own descriptor of
// one open file with O_APPEND, so the bytes of one write stay together.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/bytes.h"
#include "base/fd.h"
#include "base/result.h"

namespace tern::serve {

class AccessFile {
public:
    // A path; `-`, `php://stdout`, `/dev/stdout`: standard output; `php://stderr`, `/dev/stderr`: standard error.
    // Empty: no log.
    Error open(const std::string& path) noexcept;
    // Call it after another program has renamed the file. On failure the old file stays open.
    Error reopen() noexcept;

    // Reopens the file if another program has renamed or removed it.
    Error follow() noexcept;

    bool is_open() const noexcept { return fd() >= 0; }
    const std::string& path() const noexcept { return path_; }
    // Writes whole lines, as many as stay together in one call: for a pipe at most PIPE_BUF bytes.
    Result<size_t> write_some(Bytes lines) noexcept;

private:
    int fd() const noexcept { return standard_ >= 0 ? standard_ : file_.get(); }
    void look_at_kind() noexcept;

    std::string path_;
    Fd file_;
    int standard_ = -1;  // a descriptor that must not be closed
    bool is_file_ = false;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

}  // namespace tern::serve
