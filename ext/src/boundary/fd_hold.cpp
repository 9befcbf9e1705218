#include "boundary/fd_hold.h"

#include <unistd.h>

#include "boundary/gate.h"

namespace tern::boundary {

FdHold::FdHold(int fd) : fd_(fd) { of_thread->files.held.hold(fd); }

FdHold::~FdHold() {
    if (fd_ < 0 || of_thread == nullptr || !of_thread->files.held.release(fd_)) return;
    of_thread->kinds.forget(fd_);
    ::close(fd_);
}

}  // namespace tern::boundary
