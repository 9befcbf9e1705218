// Where a file is: which of its calls have to wait.
#pragma once

#include "base/fd.h"
#include "boundary/gate.h"

namespace tern::boundary {

// Of an open descriptor; `disk` where nobody may wait to find out. Suspends where it is the first of its device.
// unknown: that wait was cancelled, or it was closed meanwhile; errno says so.
Storage storage_of(Boundary& boundary, int fd);

// Whether a path is found without waiting.
enum class Lookup : uint8_t {
    found,    // and the file system answers from memory, or from a disk
    missing,  // the kernel knows that there is none, or that it is not to be reached
    waits,
    canceled,  // while it waited; errno says so
};

// Suspends where it meets the first file of a device.
Lookup look_up(Boundary& boundary, const char* path, bool follow);

}  // namespace tern::boundary
