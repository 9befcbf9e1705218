// What a process of a server gives up before it runs a program. The working directory of PHP follows into a new root.
#pragma once

#include "php/engine/compat/working_directory.h"
#include "proc/privileges.h"

namespace tern::php {

inline Error give_up_privileges(const proc::PrivilegeOptions& options, Log& log) {
    const Error error = proc::drop_privileges(options, log);
    if (!options.chroot.empty()) adopt_directory_of_process();
    return error;
}

}  // namespace tern::php
