// Sends a process to the background the way shells and init scripts expect: a session of its own, and the launching
// command ends only when the server is up, or has failed, with the exit code that says which. Until then messages still
// reach the terminal.
#pragma once

#include "base/fd.h"
#include "base/result.h"

namespace tern::proc {

class Daemon {
public:
    enum class Role { daemon, launcher };

    // Returns in both processes. The launcher waits inside; it has nothing to do but exit with exit_code().
    static Result<Daemon> detach() noexcept;

    Role role() const noexcept { return role_; }
    int exit_code() const noexcept { return exit_code_; }

    // In the daemon, once. Up: standard input becomes /dev/null, output and errors go to `output_fd` (-1: /dev/null)
    // and the launcher exits with 0. A daemon that ends without a word makes the launcher exit with 1.
    Error report_up(int output_fd) noexcept;
    void report_failure(int exit_code) noexcept;

private:
    Fd report_;
    Role role_ = Role::daemon;
    int exit_code_ = 1;
};

}  // namespace tern::proc
