// Gives root away for good: chroot, groups, user, in the one order that works, and proof that it cannot be taken back.
// All-or-nothing from the caller's view: after a failure the process must not go on to serve.
#pragma once

#include <string>

#include "base/error.h"
#include "base/log.h"

namespace tern::proc {

struct PrivilegeOptions {
    std::string user;    // name or number; empty: stay
    std::string group;   // empty: the user's own group
    std::string chroot;  // empty: none
};

// Names are looked up before the chroot. The log line of a failure names the user, group or directory it is about.
// Asking for what the process already is succeeds without root.
Error drop_privileges(const PrivilegeOptions& options, Log& log) noexcept;

}  // namespace tern::proc
