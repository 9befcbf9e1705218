// The file that tells init scripts which process is the master. It appears whole or not at all (written aside, then
// renamed) and is locked (flock) for as long as the master lives, so a file left behind by a crash or by another
// container is overwritten without asking whether that number happens to be alive, and a second server on the same file
// is refused with EBUSY. Only the process that created it removes it.
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
    // Nothing in a process that did not create it, and nothing when the path names somebody else's file by now.
    void remove() noexcept;
    // For a forked child: an inherited lock would outlive the master.
    void forget() noexcept;

    // The holder's pid, for the message that refuses to start.
    static Result<pid_t> read(const std::string& path) noexcept;

private:
    bool is_still_ours() const noexcept;

    std::string path_;
    pid_t creator_ = 0;
    int fd_ = -1;
};

}  // namespace tern::proc
