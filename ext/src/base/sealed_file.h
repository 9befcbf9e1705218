// A file in memory that no process can change or truncate any more, so that processes may share it: memfd_create(2).
#pragma once

#include "base/bytes.h"
#include "base/fd.h"
#include "base/result.h"

namespace tern {

// `name` is what /proc shows.
Result<Fd> make_sealed_file(const char* name, Bytes bytes) noexcept;

}  // namespace tern
