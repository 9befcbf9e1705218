// The file that has the pid of the master, for init scripts. It is written aside and then renamed, so that it appears
// whole, and it is locked (flock) while the master lives. So a file left by a crash or by another container is
// overwritten, even if a process with that number is alive. A second server with the same file is refused with EBUSY.
// Only the process that created the file removes it.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/result.h"

namespace tern::proc {

class PidFile {
public:
    PidFile() = default;
    PidFile(const PidFile&) = delete;
    PidFile& operator=(const PidFile&) = delete;
    ~PidFile() { remove(); }

    Error create(const std::string& path) noexcept;
    // Does nothing in a process that did not create the file, or when the path has another process's file by now.
    void remove() noexcept;
    // Lets another process create the file in place of this one. Until it has, the file stays as it is; remove()
    // removes it only if no process did.
    void release() noexcept;
    // For a forked child: an inherited lock would outlive the master.
    void forget() noexcept;

    // The pid of the holder, for the error message.
    static Result<pid_t> read(const std::string& path) noexcept;

private:
    bool is_still_ours() const noexcept;

    std::string path_;
    pid_t creator_ = 0;
    int fd_ = -1;
};

}  // namespace tern::proc
