// Where a file is stored, and so which of its calls have to wait.
#pragma once

#include "base/fd.h"
#include "boundary/gate.h"

namespace tern::boundary {

// The storage of an open descriptor; `disk` if waiting is not allowed. Suspends for the first file of a device.
// unknown: the wait was cancelled, or the descriptor was closed meanwhile; errno says so.
Storage storage_of(Boundary& boundary, int fd);

// Whether a path can be found without waiting.
enum class Lookup : uint8_t {
    found,    // and the file system can answer from memory, or from a disk
    missing,  // the kernel knows that there is none, or that access is denied
    waits,
    canceled,  // during the wait; errno says so
};

// Suspends for the first file of a device.
Lookup look_up(Boundary& boundary, const char* path, bool follow);

}  // namespace tern::boundary
