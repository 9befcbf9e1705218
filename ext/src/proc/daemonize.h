// Sends a process to the background as shells and init scripts expect: it gets a session of its own. The launching
// command ends when the server is up or has failed, and its exit code says which. Until then messages reach the
// terminal.
#pragma once

#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

class Daemon {
public:
    enum class Role { daemon, launcher };

    // Returns in both processes. In the launcher it returns late, and the launcher then only exits with exit_code().
    static Result<Daemon> detach() noexcept;

    Role role() const noexcept { return role_; }
    int exit_code() const noexcept { return exit_code_; }

    // Call it once in the daemon, when it is up. Standard input becomes /dev/null, output and errors go to `output_fd`
    // (-1: /dev/null), and the launcher exits with 0. When a daemon ends without a report, the launcher exits with 1.
    Error report_up(int output_fd) noexcept;
    void report_failure(int exit_code) noexcept;

private:
    Fd report_;
    Role role_ = Role::daemon;
    int exit_code_ = 1;
};

}  // namespace tern::proc
