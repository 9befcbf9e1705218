// The file that an access log goes to, opened by the master and inherited by the workers: each process has a descriptor
// of its own for one open file, O_APPEND, so that what one call writes stays together.
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
    // Empty: there is none.
    Error open(const std::string& path) noexcept;
    // After something else renamed the file. On failure the old file stays open.
    Error reopen() noexcept;

    // The same when something did so, or took it away.
    Error follow() noexcept;

    bool is_open() const noexcept { return fd() >= 0; }
    const std::string& path() const noexcept { return path_; }
    // Whole lines, as many as one call keeps together: a pipe takes no more than PIPE_BUF bytes so.
    Result<size_t> write_some(Bytes lines) noexcept;

private:
    int fd() const noexcept { return standard_ >= 0 ? standard_ : file_.get(); }
    void look_at_kind() noexcept;

    std::string path_;
    Fd file_;
    int standard_ = -1;  // descriptor that is not ours to close
    bool is_file_ = false;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

}  // namespace tern::serve
