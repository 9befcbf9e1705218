// Opens a file that lines are appended to, and creates it if it does not exist. A program that runs as root writes logs
// in folders where other users may write, so:
//
// - A symbolic link is followed only if root or this user has made it: EPERM.
// - A pipe (mkfifo) needs a reader: ENXIO.
#pragma once

#include <string>
#include <sys/types.h>

#include "base/fd.h"
#include "base/result.h"

namespace tern {

Result<Fd> open_log(std::string path, mode_t mode) noexcept;

}  // namespace tern
