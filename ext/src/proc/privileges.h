// Drops root for good: chroot, groups, user, in the one order that works, and checks that root cannot be regained.
// After a failure the process must not serve.
#pragma once

#include <string>

#include "base/error.h"
#include "base/log.h"

namespace tern::proc {

struct PrivilegeOptions {
    std::string user;    // name or number; empty: no change
    std::string group;   // empty: the user's own group
    std::string chroot;  // empty: none
};

// Names are looked up before the chroot. On failure the log line has the name of the user, group or directory. Options
// that change nothing succeed without root.
Error drop_privileges(const PrivilegeOptions& options, Log& log) noexcept;

// Gives a socket that root has opened to the user of the workers. The kernel lets only the owner of a socket bind
// others to its address.
Error give_socket(const PrivilegeOptions& options, int fd) noexcept;

}  // namespace tern::proc
